import type { Patch } from '../loader';

/*
 * Faults to plant in the built nodes, one at a time: `npm run tool -- world --planted` says which of them the world finds.
 * Each is a mistake that somebody made or could make.
 */
type Planted = Patch & { name: string };
const plant = (name: string, file: string, find: string, replace: string): Planted => ({
	...{ name, file: `shared/${file}`, find, replace },
});

export const PLANTED: readonly Planted[] = [
	plant('a refused token is kept', 'transport/tries', 'if (rejectedToken !== undefined)', 'if (false)'),
	plant(
		'a claim is not taken',
		'claims/claims',
		'if (await (0, store_1.insertNoted)(this.rows, claim.name, number, uptime()))',
		'if (true)',
	),
	plant('two processes may both take a claim', 'n8n/deduplication', 'return !isThere;', 'return true;'),
	plant(
		'the ID of a job is not kept in its claim',
		'claims/claims',
		'await this.rows.insert(idRow(claim, row), number);',
		'',
	),
	plant(
		'a lost create is sent again',
		'claims/claims',
		"return { is: 'inDoubt', why: 'n8n ended",
		"return { is: 'free', why: 'n8n ended",
	),
	plant(
		'a create in doubt is sent again',
		'claims/claims',
		"return { is: 'inDoubt', why: 'The service",
		"return { is: 'free', why: 'The service",
	),
	plant(
		'a claim ends as refused where the answer is unclear',
		'run/create',
		"await mine?.end(isPaid ? 'unknown' : 'refused')",
		"await mine?.end('refused')",
	),
	plant(
		'an unclear answer is said to be unpaid',
		'run/create',
		"return { is: 'unclear', failure };",
		"return { is: 'refusedForGood', failure: failure.with({ submitted: 'no' }) };",
	),
	plant(
		'a create is tried again after an unclear answer',
		'transport/tries',
		"if (trouble === 'unclear' && intent === 'create')",
		'if (false)',
	),
	plant(
		'equal rows share a claim',
		'waiting/state',
		'return (this.run.before[hash] ?? 0) + here;',
		'return 0;',
	),
	plant(
		'each execution has a root of its own',
		'run/roots',
		"(0, claims_1.hashOf)('root', token)",
		"(0, claims_1.hashOf)('root', context.getExecutionId())",
	),
	plant(
		'all executions have one root',
		'run/roots',
		"(0, claims_1.hashOf)('root', token)",
		"(0, claims_1.hashOf)('root')",
	),
	plant(
		'a retry does not look for its jobs',
		'run/reuse',
		"else if (known.is === 'made')\n                made.push({ row, known });",
		'',
	),
	plant(
		'a job that failed is kept',
		'run/reuse',
		'return isOwn && state.areTriesUsedUp ? { job: read',
		'return true ? { job: read',
	),
	plant(
		'a resumed row is planned again',
		'run/past',
		'return begun(job);',
		"return begun({ is: 'planned', request: job.request ?? { method: 'POST', path: '/content/image/createbyprompt', intent: 'create', group: 'image', body: { prompt: 'row0e' } } });",
	),
	plant(
		'the days are counted twice',
		'claims/days',
		'const number = (known.last += 1);',
		'const number = (known.last += 2);',
	),
	plant('a day has one place more', 'claims/days', 'while (known.last < most)', 'while (known.last <= most)'),
	plant(
		'the day is that of UTC',
		'claims/days',
		"new Intl.DateTimeFormat('sv-SE', { timeZone,",
		"new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC',",
	),
	plant('a place of a day is given back for a paid job', 'run/create', 'if (place && !isPaid)', 'if (place)'),
	plant('Maximum Jobs per Execution is not asked', 'run/gate', 'if (before + count > most)', 'if (false)'),
	plant(
		'Maximum Open Jobs is not kept',
		'run/gate',
		'this.places = maxOpenJobs || Infinity;',
		'this.places = Infinity;',
	),
	plant(
		'a later leg forgets the open jobs of Maximum Open Jobs',
		'run/gate',
		"if ((await work) === 'later')",
		'await work; if (false)',
	),
	plant(
		'a wait has no end',
		'waiting/strategies',
		'const end = deadline ?? Math.min(Math.max(submittedAt, beganAt) + timeoutMinutes * 60_000, last);',
		'const end = Infinity;',
	),
	plant(
		'a wait ends too early',
		'waiting/strategies',
		'Math.max(submittedAt, beganAt) + timeoutMinutes * 60_000',
		'Math.max(submittedAt, beganAt) + timeoutMinutes * 30_000',
	),
	plant(
		'each leg waits for the whole Timeout again',
		'waiting/strategies',
		'const end = deadline ?? Math.min(Math.max(submittedAt, beganAt)',
		'const end = Math.min(Math.max(beganAt, beganAt)',
	),
	plant(
		'a saved run sleeps for hours',
		'waiting/strategies',
		'now + Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS,',
		'now + 36 * Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS,',
	),
	plant(
		"n8n's time limit is not known",
		'waiting/strategies',
		'const MARGIN_MS = 60_000;',
		'const MARGIN_MS = -600_000;',
	),
	plant(
		'a saved run is not run again',
		'n8n/reentry',
		'stackOf)(context)?.unshift(copy(), copy());',
		'stackOf)(context);',
	),
	plant(
		'an item goes to another row',
		'run/output',
		'pairedItem: { item },\n});',
		'pairedItem: { item: 0 },\n});',
	),
	plant(
		'the files of rows are mixed up',
		'run/save',
		'(0, download_1.download)(context, environment, url,',
		'(0, download_1.download)(context, environment, (globalThis.mixed ??= url, globalThis.mixed),',
	),
	plant(
		'records are given to the wrong jobs',
		'jobs/read',
		'found.set(state.id, state);',
		'found.set(asked[0], state);',
	),
	plant(
		'a processing job is said to be completed',
		'service/statuses',
		'...{ job: 3, ...FINAL, hasResult: true },',
		'...{ job: 2, ...FINAL, hasResult: true },',
	),
	plant(
		'the error has the token',
		'transport/transport',
		'const body = secrets.redactAll(',
		'context.logger.info(`The token is ${token}`); const body = (',
	),
	plant(
		'an unreadable answer with a token is quoted',
		'transport/token',
		'const reply = { ...answer, body: secrets.redactAll(answer.body) };',
		'const reply = answer; throw new faults_1.TokenError(JSON.stringify(answer.body).slice(0, 200));',
	),
	plant(
		'a failed row does not say its ID',
		'run/row',
		'return { ...row, ...(0, exports.detailsOfJob)(job),',
		'return { ...row,',
	),
	plant(
		'a paid row may run again',
		'service/nextStep',
		"if (!PAYS.has(next) || submitted === 'no')",
		'if (true)',
	),
	plant(
		'a row over the limit of a day may run again at once',
		'run/gate',
		'retryFrom: retryFrom.toISOString(),',
		'',
	),
	plant(
		'a code that stops all rows stops one',
		'service/failure',
		'among(1006, 1103, 1104, 1200, 1213, 1221)',
		'among(1)',
	),
	plant(
		'an outage is not noticed',
		'transport/outage',
		'const isDoubt = isCreate',
		'return; const isDoubt = isCreate',
	),
	plant('one run of n8n is woken by any call', 'waiting/wakeUp', '|| !suspended.open.includes(id)', ''),
	plant(
		'a call to a saved run is lost in an error',
		'waiting/wakeUp',
		'const woken = { workflowData: [] };',
		'const woken = { workflowData: [[]] };',
	),
	plant(
		'a create is sent again with each new token',
		'transport/tries',
		"if (trouble === 'tokenRejected')",
		"if (trouble === 'tokenRejected' || (trouble === 'unclear' && count < 3))",
	),
	plant(
		'a job that the service has no more is made again',
		'run/reuse',
		'return { job, failure: gone(leg, row, known) };',
		'return {};',
	),
];
