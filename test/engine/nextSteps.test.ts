import { setUp } from '../support/bench';
import { casesAt, workflowOf, type Case } from '../support/failures';
import { clock } from '../support/clock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

/*
 * A program that knows the table of docs/errors.md and nothing else follows `details.next` of each failure. Its row ends
 * well, or the word says that only a person can help, and nothing is paid in vain. `npm run tool -- messages` follows and
 * prints all of them, and this test each sixth.
 */

const bench = setUp({ jobMs: [10, 60] });
const MOST_RUNS = 3;
const OF_PERSONS =
	/^(change(Field|File|Setting)|fixCredential|addCredits|askService|continueExecution|nothing)$/;

interface Followed {
	end: string;
	gaps: string[];
}
type Details = { next: string } & IDataObject &
	Partial<Record<'submitted' | 'id' | 'retryFrom' | 'description', string>>;

const detailsOf = (json: IDataObject) => json.details as Details | undefined;
const itemsOf = async (given: Pick<Case, 'type' | 'parameters'>, input: IDataObject[]) => {
	const result = await bench.engine.run(workflowOf(given), { input });
	return { why: result.error?.message, items: result.error ? [] : result.json('Node') };
};

function gapsIn({ next, submitted, description = '', ...details }: Details): string[] {
	const isAgain = next === 'runAgain' || next === 'runAgainLater';
	const isFollowed = isAgain || next === 'readJob' || next === 'retryExecution';
	return [
		!isFollowed && !OF_PERSONS.test(next) && `unknown ${next}`,
		isAgain && submitted !== undefined && submitted !== 'no' && 'runs a paid row again',
		next === 'readJob' && !(details.id && details.resource) && 'no job to read',
		next === 'runAgainLater' && !details.retryFrom && 'no time',
		next === 'continueExecution' && !details.execution && 'no execution',
		next === 'changeField' && !(details.field || details.serviceMessage || details.errorCode) && 'no field',
		description === '' && next !== 'nothing' && 'no sentence',
		description.length > 600 && `a long text: ${description.length}`,
		next === 'askService' && submitted === 'unknown' && !details.lookFor && 'no words to look for',
	].filter((gap) => gap !== false);
}

/** Follows the words from failure to failure. */
async function follow(given: Case, item: IDataObject, first: Details): Promise<Followed> {
	const gaps: string[] = [];
	let details = first;
	for (let runs = 0; runs < MOST_RUNS; runs++) {
		gaps.push(...gapsIn(details));
		const { next, resource, id, retryFrom } = details;
		if (OF_PERSONS.test(next) || gaps.length > 0) return { end: `person: ${next}`, gaps };
		clock.time += Math.max(60_000, Date.parse(retryFrom ?? '') - clock.now() || 0);
		const byId = resource === 'session' ? { sessionId: id ?? '' } : { recordId: id ?? '' };
		const get = { resource: resource ?? '', operation: 'get', ...byId, waitForCompletion: true };
		const read = { type: given.type, parameters: { ...get, waitOptions: { timeout: 1 } } as INodeParameters };
		const again = next === 'readJob' ? read : given;
		const [json] = (await itemsOf(again, [item])).items;
		const failed = json && detailsOf(json);
		if (json && !failed) return { end: `well, after ${next}`, gaps };
		if (failed === undefined) return { end: 'nothing came', gaps: [...gaps, 'nothing came'] };
		details = failed;
	}
	return { end: `person: ${details.next}, ${MOST_RUNS} times`, gaps };
}

test('a program that follows the next steps ends each row well or asks a person, and pays nothing in vain', async () => {
	const rows: string[] = [];
	const gaps: string[] = [];
	const { MESSAGES: isWhole, MESSAGES_OF: only = '' } = process.env;
	const all = casesAt(bench.emulator.mediaUrl);
	expect(all.length).toBeGreaterThanOrEqual(180);
	const isChosen = ({ name, says }: Case, n: number) =>
		isWhole ? name.includes(only) : n % 6 === 1 || says !== undefined;
	for (const each of all.filter(isChosen)) {
		const input = each.input ?? [{ row: 1 }, { row: 2 }];
		const before = bench.created.length;
		each.prepare(bench);
		if (each.fault) bench.emulator.faults.add(each.fault);
		const thrown = (error: unknown) => ({ items: [], why: String(error) });
		const { items, why } = await itemsOf(each, input).catch(thrown);
		const index = items.findLastIndex((json) => detailsOf(json) !== undefined);
		const details = detailsOf(items[index] ?? {});
		if (!String(details?.description).includes(each.says ?? ''))
			gaps.push(`${each.name}: ${String(details?.description)}`);
		const made = bench.created.length - before;
		const none = { end: 'no failure', gaps: [`no failure: ${why ?? JSON.stringify(items).slice(0, 200)}`] };
		const { end, gaps: found } = details ? await follow(each, input[index] ?? {}, details) : none;
		// A job that failed may be made again, and each other one once.
		const paid = bench.created.length - before;
		if (paid > Math.max(made, input.length)) found.push(`${paid} jobs for ${input.length} rows`);
		gaps.push(...found.map((gap) => `${each.name}: ${gap}`));
		const { row, field, submitted, next, description }: Partial<Details> = details ?? {};
		const where = [row && `row ${String(row)}`, field].filter(Boolean).join(', ');
		const cells = [each.name, items[index]?.error, where, submitted ?? '-', next, end, description];
		rows.push(cells.map(String).join(' | '));
		bench.emulator.faults.clear();
	}
	if (isWhole) {
		for (const row of rows) process.stdout.write(`${row}\n`);
		process.stdout.write(`${rows.length} failures, ${gaps.length} gaps\n`);
	}
	expect(gaps).toEqual([]);
}, 600_000);
