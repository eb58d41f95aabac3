import type { IDataObject } from 'n8n-workflow';
import { live, reset, sleep, steadyNow, uptimeNow, jump, now } from './clock';
import { Disk } from './disk';
import { Network, SERVICE, use } from './network';
import { isOpen, N8n } from './n8n';
import { Draw } from './random';
import { Faults } from './faults';
import { LogRecorder } from '../support/logs';
import type { BuiltPackage } from './loader';
import { drawPlan, partsOf, type Plan, type Prank } from './plan';
import { imageOf, markOf } from './rows';
import { Person, type Story } from './person';
import { judge, type Finding } from './oracle';

export interface Ended {
	finding?: Finding;
	/** The plan, if it is another than the drawn one. */
	plan?: Plan;
	trace: string[];
	story?: Story;
	jobs: number;
	uptime: number;
}

export const logs = new LogRecorder();
/** Errors that nobody caught, which would end n8n. */
const uncaught: unknown[] = [];
process.on('unhandledRejection', (error) => uncaught.push(error));

/** Loads what n8n loads at its first use, because that takes real time. */
export async function warmUp(built: BuiltPackage): Promise<void> {
	for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) await run(drawPlan(seed), built);
}

const IMAGE = { operation: 'image', kind: 'image' } as const;

/** Lives one world to its end, and judges it. */
export async function run(plan: Plan, built: BuiltPackage, isTraced = false): Promise<Ended> {
	const draw = new Draw(plan.seed, 'chance');
	reset(new Draw(plan.seed, 'processes').next);
	logs.install();
	logs.clear();
	uncaught.length = 0;
	const trace: string[] = [];
	const tell = (line: string) => {
		if (isTraced)
			trace.push(
				`${(uptimeNow() / 1_000).toFixed(3).padStart(11)} ${new Date().toISOString().slice(5, 19)} ${line}`,
			);
	};
	let n8n: N8n | undefined;
	const { readings, jobMs, failing, maxOpenJobs, callbacks, limits } = plan.service;
	const faults = new Faults(plan.faults, draw, now(), limits, (process, where) => n8n?.kill(process, where));
	const disk = new Disk(faults, plan.n8n.files !== undefined);
	const network = new Network(
		{
			...{ seed: plan.seed, jobMs, readings, callbacks, maxOpenJobs },
			// A session ends only where somebody closes it.
			live: { startMs: jobMs[0], failStart: failing.includes(1), maxOpen: maxOpenJobs, idleMs: Infinity },
			outcome: (_operation, n) =>
				failing.includes(n) ? { status: 4, reason: 'The stage collapsed' } : undefined,
		},
		faults,
		disk,
		isTraced ? tell : undefined,
	);
	use(network);
	const { emulator } = network;
	const { clientId, clientSecret, detectUrl } = emulator;
	for (const row of new Set(plan.rows))
		emulator.jobs.keep(imageOf(row), { prompt: markOf(row) }, 3_600_000, IMAGE);
	const said = plan.hasExpression === true ? `={{ "${clientId}".trim() }}` : clientId;
	const credential = { baseUrl: SERVICE, detectUrl, clientId: said, clientSecret };
	const finish = (finding: Finding | undefined, story?: Story): Ended => ({
		...{ finding, trace, story, jobs: emulator.jobs.all.length, uptime: uptimeNow() },
	});
	try {
		const world = (n8n = new N8n(plan.n8n, built, faults, disk, tell, credential));
		network.n8n = async (path, body) => await world.call(path, body);
		const story = await live(async () => {
			for (const prank of plan.people) void play(prank, world, network, credential, tell);
			const putBack = plan.n8n.putBack && world.putBack(plan.n8n.putBack);
			const outside = {
				pay: () => emulator.setCredit(100_000),
				correct: () => world.saveCredential(credential),
				openSessions: () => emulator.sessions.open().map(({ id }) => id),
			};
			const story: Story = { seen: [], steps: 0, left: [] };
			for (const part of partsOf(plan)) {
				const people = Array.from(
					{ length: plan.atOnce },
					(_, n) => new Person(part, world, outside, tell, story, n),
				);
				await Promise.all(people.map(async (person) => await person.live()));
				await putBack;
				await Promise.all(people.map(async (person) => await person.work()));
			}
			// Callbacks come after the workflow has ended.
			const last = Math.max(...emulator.jobs.all.map(({ endsAt }) => endsAt));
			if (plan.parameters.webhookUrl !== undefined) await sleep(last + 3_600_000 - steadyNow());
			return story;
		});
		return finish(
			judge({ plan, network, n8n: world, story, secrets: [clientSecret, 'emulator.'], logs: logs.text() }),
			story,
		);
	} catch (error) {
		return finish({ kind: 'stuck', what: error instanceof Error ? String(error.stack) : String(error) });
	}
}

async function play(
	{ at, does }: Prank,
	n8n: N8n,
	{ emulator }: Network,
	credential: IDataObject,
	tell: (line: string) => void,
): Promise<void> {
	await sleep(at);
	tell(`someone ${does}`);
	const going = n8n.executions.findLast(isOpen);
	const { clientId, clientSecret } = emulator;
	const save = (more: object) => n8n.saveCredential({ ...credential, ...more });
	const [, other] = emulator.accounts;
	const pranks: Record<Prank['does'], () => void> = {
		stops: () => going && n8n.stop(going),
		'expires the tokens': () => emulator.keyring.expireTokens(),
		'moves the clock': () => jump(250_000),
		'moves the clock back': () => jump(-250_000),
		'spends the credits': () => emulator.setCredit(1),
		'enters a wrong secret': () => save({ clientSecret: 'a-wrong-secret-of-32-characters!' }),
		'deletes the credential': () => n8n.deleteCredential(),
		'enters another account': () => save({ clientId: other?.clientId, clientSecret: other?.clientSecret }),
		'deletes a record at the service': () => {
			const last = emulator.jobs.all.findLast(
				({ kind, deletedAt }) => kind === 'faceSwap' && deletedAt === undefined,
			);
			if (last) last.deletedAt = now();
		},
		'takes the account from the item': () => save({ clientId: '={{ $json.mark }}' }),
		'updates the package': () => n8n.update('rows'),
		'updates all of it': () => n8n.update('run'),
		'renames the operation': () => n8n.update('operation'),
		'uses an API key': () => save({ authentication: 'apiKey', apiKey: `key-of-${clientId}`, clientSecret }),
	};
	pranks[does]();
}
