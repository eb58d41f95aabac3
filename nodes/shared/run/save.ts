import { download } from '../jobs/download';
import { hasResult, resourceOf, type JobKind } from '../jobs/kinds';
import { expiryOf, resultUrlsOf, type JobReport } from '../jobs/output';
import type { Settings } from '../operation/defineOperation';
import { Failure } from '../service/failure';
import type { Run } from './runContext';

export const withoutAddress = ({ label }: JobKind) =>
	`${label} is completed, but the service gives no address of it`;
export const readLater = ({ get }: JobKind, id: string) =>
	`Read it later with ${get} and the ID ${id}, because a new job is paid again.`;

/** Time for the output of the run before n8n's own time limit. All that is in it would be lost. */
const OUTPUT_MS = 5_000;
/** For all files of a row, without the pauses between tries. */
const WHOLE_MS = 60 * 60_000;
/** At the end of the names of its files. An image has four results, and no other job has more. */
const SUFFIXES = ['', '_2', '_3', '_4'];
export const withoutFiles = (property: string) =>
	Object.fromEntries(SUFFIXES.map((suffix) => [`${property}${suffix}`, undefined]));

/** Saves the results of a job as files. @throws Failure when one can't be had */
export async function save(run: Run, settings: Settings, report: JobReport) {
	const { context, environment, files: limit } = run;
	const { kind, state, reference } = report;
	const { id, status, resultUrl } = state;
	const job = { id, resource: resourceOf(kind), status, resultUrl };
	if (!hasResult(state)) {
		const message = [withoutAddress(kind), state.reason].filter(Boolean).join(': ');
		throw new Failure(message, 'readJob', { ...job, description: readLater(kind, state.id) });
	}
	const { binaryPropertyName: property, maxFileSize, fileName = reference ?? state.id } = settings;
	const until = run.ends.cancelledAt - OUTPUT_MS;
	const time = { leftMs: WHOLE_MS };
	const files: NonNullable<JobReport['files']> = {};
	for (const [index, url] of resultUrlsOf(state).slice(0, SUFFIXES.length).entries()) {
		const suffix = SUFFIXES[index];
		const called = `${fileName}${suffix}`;
		files[`${property}${suffix}`] = await download(context, environment, url, {
			...{ maxFileSize, fallbackExtension: kind.fileExtension, limit, until, called, time },
			expiresAt: expiryOf(report),
			job,
		});
	}
	return files;
}
