import type { Emulator } from '../index';
import { reasonOf, resultUrls } from '../jobs/look';
import { operations, type Job } from '../jobs/types';
import type { Session } from '../live/sessions';

/** A job or a live session whose changes are sent to an address. */
export interface Subject {
	id: string;
	clientId: string;
	webhookUrl: string;
	status: () => number;
	/** When its status changes by itself, milliseconds by the emulator's clock. */
	changes: () => number[];
	/** The body of a callback at a status. */
	content: (status: number) => object;
}

/** The callbacks of a job (service.md: Callbacks). */
export function jobCalls(world: Emulator, job: Job, webhookUrl: string): Subject {
	const { id, clientId, operation } = job;
	return {
		...{ id, clientId, webhookUrl },
		status: () => world.jobs.status(job),
		changes: () => [job.startsAt, job.endsAt],
		content(status) {
			const [url = ''] = status === 3 ? resultUrls(world, job) : [];
			const failed = { error_code: job.outcome.errorCode ?? 1, error_reason: reasonOf(job) ?? '' };
			return contentOf(world, id, operations[operation].type, status, url, {
				...(status === 3 && { deduction_credit: job.cost }),
				...(status === 4 && world.shapes.failureReason && failed),
			});
		},
	};
}

/** The callbacks of a live session: every creation takes an address for them (service.md: Callbacks). */
export function sessionCalls(world: Emulator, session: Session, webhookUrl: string): Subject {
	const { id, clientId } = session;
	return {
		...{ id, clientId, webhookUrl },
		status: () => world.sessions.status(session),
		changes: () => [session.streamsAt, world.sessions.endOf(session)],
		content: (status) => contentOf(world, id, 'live avatar', status, ''),
	};
}

function contentOf(
	{ callbacks }: Emulator,
	id: string,
	type: string,
	status: number,
	url: string,
	further: object = {},
): object {
	const { under, idField } = callbacks.settings;
	const progress = status === 2 && { progress: 20 };
	const content = { [idField]: id, status, url, type, ...progress, ...further };
	return {
		top: content,
		data: { data: content },
		list: { data: [content] },
		result: { data: { result: [content] } },
	}[under];
}
