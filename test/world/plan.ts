import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { defaultReadings, otherReadings, type Readings } from '../emulator/readings';
import { AGENT, MCP_TRIGGER } from '../support/tools';
import { node, chain, connect, START, type NodeSettings, type WorkflowJson } from '../support/workflow';
import creates from './creates.json';
import { drawFaults, type FaultPlan } from './faults';
import type { N8nPlan } from './n8n';
import { Draw } from './random';
import { imageOf, markOf, mediaUrl } from './rows';

/* All that a number draws. A plan is a plain value, so a finding can be tried again with less. */

export interface Plan {
	seed: number;
	/** What each row is about. Equal numbers are equal rows. */
	rows: number[];
	operation: Create;
	parameters: INodeParameters;
	settings: NodeSettings;
	service: {
		readings: Partial<Readings>;
		jobMs: [number, number];
		/** Which creates fail as jobs, by their number. */
		failing: number[];
		maxOpenJobs: number;
		/** From a time on, it takes so many creates in so many milliseconds. */
		limits: RateLimit[];
		callbacks: object;
	};
	n8n: N8nPlan;
	faults: FaultPlan;
	people: Prank[];
	/** Whether the node is before the trigger in the workflow's list of nodes. */
	isListedFirst: boolean;
	/** How many nights the workflow runs with the same rows. */
	nights: number;
	/** Whether n8n gives the executions of the second night the numbers of the first. */
	areNumbersUsedAgain?: boolean;
	/** How many executions of the same rows each night begins at a time. */
	atOnce: number;
	/** Whether one workflow of each create runs, two rows each, instead of one workflow. */
	isTour?: boolean;
	/** Whether the credential has its Client ID by an expression that is good. */
	hasExpression?: boolean;
	/** How the person retries: with the workflow as it was, or as it is. */
	retries: 'original' | 'current';
}

/** What someone does meanwhile, so many milliseconds after the beginning. */
export interface Prank {
	at: number;
	does: (typeof PRANKS | typeof SELDOM)[number];
}

export interface RateLimit {
	from: number;
	most: number;
	ms: number;
}

export const PRANKS = [
	'stops',
	'expires the tokens',
	'moves the clock',
	'moves the clock back',
	'spends the credits',
	'enters a wrong secret',
	'deletes the credential',
	'enters another account',
	'uses an API key',
	'takes the account from the item',
	'deletes a record at the service',
] as const;
const SELDOM = ['updates the package', 'updates all of it', 'renames the operation'] as const;

/** The creates: their nodes, the parameters that each needs, and the resource whose Get reads what they made. */
export const OPERATIONS: Record<Create, { type: string; get: string; parameters: INodeParameters }> = creates;
type Create = keyof typeof creates;
/** Live sessions have a draw of their own. Only its webhook tells sessions of one avatar apart. */
const JOBS = (Object.keys(creates) as Create[]).filter((name) => name !== 'session');

const otherNames = Object.keys(otherReadings) as Array<keyof Readings>;

const readingsOf = (names: ReadonlyArray<keyof Readings>): Partial<Readings> =>
	Object.fromEntries(names.map((name) => [name, otherReadings[name][name] ?? defaultReadings[name]]));

/** Each pair, and each alone. */
const pairs = otherNames.flatMap((name, place) =>
	otherNames.slice(place).map((other) => [name, other] as const),
);

/** A quiet night at a service of its own: first each pair of the other readings, then any of them. */
export function servicePlan(seed: number): Plan {
	const { chance } = new Draw(seed, 'service');
	const names = pairs[seed - 1] ?? otherNames.filter(() => chance(0.5));
	return {
		...{ seed, operation: 'swapImage', rows: JOBS.flatMap((_each, n) => [2 * n, 2 * n + 1]) },
		parameters: { downloadResult: true, timeout: 180, concurrentSubmissions: 5 },
		settings: { onError: 'continueRegularOutput' },
		service: {
			...{ readings: readingsOf(names), jobMs: [15_000, 60_000], failing: [], maxOpenJobs: 1_000 },
			...{ limits: [], callbacks: {} },
		},
		n8n: { workers: 0, ids: 'small', mode: 'trigger', timeout: 0 },
		faults: { outages: [], deaths: [], blows: [], unrest: 0 },
		...{ people: [], isListedFirst: false, nights: 1, atOnce: 1, retries: 'original', isTour: true },
	};
}

/** The parts of a tour. */
export const partsOf = (plan: Plan): Plan[] =>
	plan.isTour !== true
		? [plan]
		: JOBS.map((operation, n) => ({ ...{ ...plan, operation, rows: [2 * n, 2 * n + 1] } }));

/** What meets few worlds. It has a source of its own, so that the rest of a number stays as it was. */
function withMore(plan: Plan): Plan {
	const { chance, pick } = new Draw(plan.seed, 'more');
	const { service, n8n, faults, people, parameters, operation } = plan;
	const isPlain = faults.deaths.length + faults.outages.length + people.length === 0;
	if (chance(0.05))
		service.limits = [0, 60_000].map((from) => ({ from, most: pick(2, 6, 20), ms: 86_400_000 }));
	// Callback is refused there.
	if (parameters.waitMethod !== 'callback' && chance(0.12)) n8n.mode = 'integrated';
	if (!isPlain && chance(0.12)) {
		// It is saved by then.
		const saved = { saveAfter: 0, waitForCompletion: true };
		Object.assign(parameters, { waitMethod: pick('automatic', 'callback'), ...saved });
		if (n8n.mode === 'integrated') n8n.mode = 'trigger';
		service.jobMs = [600_000, 900_000];
		if (chance(0.7)) Object.assign(faults, { deaths: [], outages: [] });
		people.splice(0, 2, { at: pick(70_000, 140_000, 210_000), does: pick(...SELDOM) });
	}
	if (chance(0.05) && operation !== 'upload') {
		Object.assign(plan, { nights: 2 });
		parameters.idempotencyKey = KEY(plan.seed);
		people.push({ at: pick(100_000, 400_000, 900_000), does: 'deletes a record at the service' });
	}
	if (chance(0.08)) Object.assign(parameters, { waitForCompletion: false, webhookUrl: TRIGGER });
	const hasExpression = chance(0.1);
	if (chance(0.15)) {
		n8n.files = pick('fields', 'fields', 'addresses');
		// Who gives an address to others must not have n8n rename its file.
		if (n8n.files === 'fields' && n8n.mode === 'trigger') n8n.mode = 'webhook';
	}
	return { ...plan, hasExpression };
}

/** The address of the trigger in the second workflow. */
export const TRIGGER = 'https://n8n.night.net/webhook/trigger/callback';
const KEY = (seed: number) => `={{ "night ${seed} " + $json.mark }}`;

export const drawPlan = (seed: number): Plan =>
	withRest(withSessions(withPutBack(withTool(withMore(drawMost(seed))))));

const OF_SESSIONS = ['waitForCompletion', 'timeout', 'reference', 'toolTimeout'];
/** Pairs that can't be, as the table names them. What is empty has no parts, and a single row no equal. */
export const NEVER = [
	/^(.+) × 0 × \1 |^equal true × rows × 1$/,
	RegExp(`^operation session × parameters (?!${OF_SESSIONS.join('|')})`),
	// A custom job is no tool, a model gives no files, and over MCP a webhook is called for one row.
	/^(?:operation custom job|n8n files fields) × (?:tool |parameters toolTimeout)/,
	/^(?:n8n mode (?!webhook)\w+|rows × (?!1 )\d+|equal true) × tool caller mcpTrigger$/,
	// Callback is refused there, and nothing helps where a refused upload was taken.
	/^n8n mode integrated × parameters waitMethod callback$|^operation upload × readings tooFrequentTakes/,
];

/** Live sessions, which have few settings, and some of which the person closes. */
function withSessions(plan: Plan): Plan {
	const { chance, pick } = new Draw(plan.seed, 'sessions');
	if (!chance(0.04)) return plan;
	const own = Object.entries(plan.parameters).filter(([name]) => OF_SESSIONS.includes(name));
	// To a tool, calls that differ in their webhook are the same.
	const rows = plan.n8n.tool ? plan.rows.map(() => plan.rows[0]!) : plan.rows;
	const startMs = pick(2_000, 60_000, 600_000);
	return {
		...{ ...plan, rows, operation: 'session', parameters: Object.fromEntries(own) },
		service: { ...plan.service, jobMs: [startMs, startMs] },
	};
}

/** What the draws above never have together. */
function withRest(plan: Plan): Plan {
	const { chance, pick } = new Draw(plan.seed, 'rest');
	const { n8n, people, rows, service } = plan;
	if (chance(0.05) && people.length < 3) people.push({ at: pick(1_000, 70_000), does: pick(...SELDOM) });
	if (chance(0.05)) plan.nights = 3;
	if (chance(0.05) && !n8n.tool) rows.push(Math.max(...rows) + 1);
	if (chance(0.05))
		service.limits = [{ from: 0, most: pick(1, 2, 3, 6, 20), ms: pick(1_000, 60_000, 86_400_000) }];
	if (chance(0.3) && n8n.tool) n8n.tool.againMs = pick(...MODEL_THINKS_MS);
	if (chance(0.3) && n8n.files === 'fields') n8n.mode = 'trigger';
	return plan;
}

/** n8n's database is copied in the middle of a night, and put back to the copy. */
function withPutBack(plan: Plan): Plan {
	const { chance, pick } = new Draw(plan.seed, 'put back');
	if (!chance(0.05)) return plan;
	const { n8n, service, parameters, nights } = plan;
	const putBack = { at: pick(100, 1_000, 70_000, 400_000), ms: pick(20_000, 1_100_000, 4_000_000) };
	const isSaved = chance(0.7);
	return {
		...plan,
		n8n: { ...n8n, putBack },
		nights: chance(0.6) ? 2 : nights,
		...(isSaved && {
			parameters: { ...parameters, saveAfter: 0, waitForCompletion: true, waitMethod: 'automatic' },
			service: { ...service, jobMs: [600_000, 2_400_000] },
		}),
	};
}

const MODEL_THINKS_MS = [1_000, 60_000, 600_000, 870_000, 960_000, 7_200_000] as const;

/** A model calls the node, and makes the same call again. Under an AI Agent it calls for all rows, over MCP for one. */
function withTool(plan: Plan): Plan {
	const { chance, pick } = new Draw(plan.seed, 'tool');
	const { n8n, operation, rows, atOnce } = plan;
	if (!chance(0.07) || operation === 'custom job') return plan;
	const isAgain = chance(0.7);
	// Within n8n's time limit.
	const tool = {
		caller: pick<'agent' | 'mcpTrigger'>('agent', 'mcpTrigger'),
		againMs: n8n.timeout > 0 ? 1_000 : pick(...MODEL_THINKS_MS),
	};
	const parameters = { ...plan.parameters, ...(chance(0.3) && { toolTimeout: pick(10, 30, 200) }) };
	// A model can't give files.
	const files = n8n.files && 'addresses';
	if (tool.caller === 'agent')
		return { ...plan, parameters, rows: isAgain ? [...rows, rows[0]!] : rows, n8n: { ...n8n, files, tool } };
	const some = {
		rows: rows.slice(0, 1),
		nights: isAgain ? pick(2, 3) : 1,
		atOnce: isAgain ? pick(1, 2) : atOnce,
	};
	return { ...plan, ...some, parameters, n8n: { ...n8n, mode: 'webhook', files, tool } };
}

function drawMost(seed: number): Plan {
	const draw = new Draw(seed, 'plan');
	const { pick, chance, int } = draw;
	const isPlain = chance(0.25);
	const count = pick(1, 2, 3, 4, 4, 6, 12);
	const rows = Array.from({ length: count }, (_, row) => (row > 0 && chance(0.15) ? int(0, row - 1) : row));
	// The first is the one that most people use.
	const operation = chance(0.25) ? 'swapImage' : pick('swapImage', ...JOBS.slice(1));
	const onError = pick(...(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const));
	const retryOnFail = chance(0.25);
	const timeout = pick(180, 180, 20, 3);
	const parameters: INodeParameters = {
		downloadResult: chance(0.3),
		waitForCompletion: chance(0.92),
		timeout,
		onTimeout: pick('error', 'returnPending'),
		waitMethod: pick('automatic', 'automatic', 'callback', 'polling'),
		concurrentSubmissions: pick(1, 5, 5),
		...(chance(0.5) && { saveAfter: pick(0, 0, 1, 5) }),
		...(chance(0.2) && { maxOpenJobs: pick(1, 2, 5) }),
		...(chance(0.15) && { maxJobsPerDay: pick(2, 3, 100) }),
		...(chance(0.1) && { maxJobs: pick(2, 4, 100) }),
		...(chance(0.2) && { idempotencyKey: KEY(seed) }),
		...(chance(0.2) && { reference: '={{ $json.mark }}' }),
		...(chance(0.1) && { includeOtherFields: true }),
	};
	// A wait of hours costs hundreds of reads, which are all alike.
	const far = pick(2_000, 2_000, 60_000, 60_000, 60_000, 600_000, 600_000, 600_000, 7_200_000);
	const drawn = otherNames.filter(() => chance(isPlain ? 0 : 0.1));
	const readings = readingsOf(drawn.filter((name) => operation !== 'upload' || name !== 'tooFrequentTakes'));
	return {
		...{ seed, rows, operation, parameters },
		settings: { onError, ...(retryOnFail && { retryOnFail, maxTries: 2, waitBetweenTries: 1_000 }) },
		service: {
			readings,
			jobMs: [far / 4, far],
			failing: Array.from({ length: 30 }, (_, n) => n + 1).filter(() => chance(0.08)),
			maxOpenJobs: chance(0.15) ? pick(1, 2, 3) : 1_000,
			limits: chance(0.15)
				? [0, 20_000].map((from) => ({ from, ...pick({ most: 1, ms: 1_000 }, { most: 3, ms: 60_000 }) }))
				: [],
			callbacks: {
				...{ lost: chance(0.3), repeat: pick(1, 1, 3), outOfOrder: chance(0.2), forged: chance(0.1) },
			},
		},
		n8n: {
			workers: pick(0, 0, 1, 2),
			ids: chance(0.08) ? 'uuid' : pick('small', 'small', 'large'),
			mode: pick('trigger', 'trigger', 'trigger', 'manual'),
			timeout: chance(0.15) ? pick(300, 3_600, 14_400) : 0,
		},
		faults: drawFaults(draw, isPlain),
		people: isPlain
			? []
			: Array.from({ length: pick(0, 0, 1, 2) }, () => ({
					at: Math.floor(draw.next() ** 3 * 7_200_000),
					does: pick(...PRANKS),
				})),
		isListedFirst: chance(0.3),
		nights: chance(0.15) ? 2 : 1,
		areNumbersUsedAgain: chance(0.3),
		atOnce: chance(0.1) ? 2 : 1,
		retries: pick('original', 'original', 'current'),
	};
}

export function workflowOf(plan: Plan, more: INodeParameters = {}): WorkflowJson {
	const { type, parameters } = OPERATIONS[plan.operation];
	const all = {
		...(plan.n8n.files === 'fields' ? byFile(parameters) : parameters),
		...plan.parameters,
		...more,
	};
	if (plan.n8n.tool) return toolWorkflow(plan, type, all);
	const { nodes, ...rest } = chain(node('Node', type, all, plan.settings));
	return { ...rest, nodes: plan.isListedFirst ? nodes.reverse() : nodes };
}

const NOT_OF_TOOLS = new Set(['downloadResult', 'waitMethod', 'saveAfter', 'includeOtherFields']);

/** What a model gives is in no item, and a tool has not all settings. */
function toolWorkflow({ n8n, settings }: Plan, type: string, parameters: INodeParameters): WorkflowJson {
	const own = JSON.stringify(parameters, (name, value) => (NOT_OF_TOOLS.has(name) ? undefined : value));
	const given = JSON.parse(own.replace(/\$json\.(\w+)/g, "$fromAI('$1')"));
	const { nodes } = chain(node('Node', n8n.tool?.caller === 'agent' ? AGENT : MCP_TRIGGER));
	const ai_tool = [[{ node: 'Node', type: 'ai_tool' as const, index: 0 }]];
	return {
		nodes: [...nodes, node('Tool', `${type}Tool`, given, settings)],
		connections: { ...connect([START, 'Node']), Tool: { ai_tool } },
	};
}

/** With binary fields in place of addresses. */
const byFile = (parameters: INodeParameters): INodeParameters =>
	Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => {
			const [, field] = /^=\{\{ \$json\.(picture|video|sound) \}\}$/.exec(String(value)) ?? [];
			return [name, field ? { __rl: true, mode: 'binary', value: field } : value];
		}),
	);

export const inputOf = (rows: readonly number[], againMs?: number): IDataObject[] =>
	rows.map((row, place) => ({
		...(againMs !== undefined && rows.indexOf(row) < place && { afterMs: againMs }),
		mark: markOf(row),
		picture: mediaUrl(`${markOf(row)}.jpg`),
		video: mediaUrl(`${markOf(row)}.mp4`),
		sound: mediaUrl(`${markOf(row)}.mp3`),
		image: imageOf(row),
	}));
