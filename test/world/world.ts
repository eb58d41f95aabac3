import { live, reset, sleep, uptimeNow, jump, now } from './clock';
import { Network, SERVICE, use } from './network';
import { N8n } from './n8n';
import { Draw } from './random';
import { Faults } from './faults';
import { LogRecorder } from '../support/logs';
import type { BuiltPackage } from './loader';
import type { Plan, Prank } from './plan';
import { follow } from './person';
import { judge, type Finding } from './oracle';

export interface Ended {
	finding?: Finding;
	trace: string[];
	steps: number;
	jobs: number;
	uptime: number;
}

const logs = new LogRecorder();
/** Errors that nobody caught, which would end n8n. */
const uncaught: unknown[] = [];
process.on('unhandledRejection', (error) => uncaught.push(error));

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
	const faults = new Faults(plan.faults, draw, now(), (process, where) => n8n?.kill(process, where));
	const { readings, jobMs, failing, maxOpenJobs, callbacks } = plan.service;
	const network = new Network(
		{
			...{ seed: plan.seed, jobMs, readings, callbacks, maxOpenJobs },
			outcome: (_operation, n) =>
				failing.includes(n) ? { status: 4, reason: 'The stage collapsed' } : undefined,
		},
		faults,
		tell,
	);
	use(network);
	const { emulator } = network;
	const { clientId, clientSecret, detectUrl } = emulator;
	const finish = (finding: Finding | undefined, steps = 0): Ended => ({
		...{ finding, trace, steps, jobs: emulator.jobs.all.length, uptime: uptimeNow() },
	});
	try {
		const world = (n8n = new N8n(plan.n8n, built, faults, tell, {
			baseUrl: SERVICE,
			detectUrl,
			clientId,
			clientSecret,
		}));
		network.n8n = async (path, body) => await world.call(path, body);
		const story = await live(async () => {
			for (const prank of plan.people) void play(prank, world, network, tell);
			return await follow(plan, world, tell);
		});
		return finish(
			judge(plan, emulator, world, story, { secrets: [clientSecret, 'emulator.'], logs: logs.text() }),
			story.steps,
		);
	} catch (error) {
		return finish({ kind: 'stuck', what: error instanceof Error ? String(error.stack) : String(error) });
	}
}

async function play(
	{ at, does }: Prank,
	n8n: N8n,
	{ emulator }: Network,
	tell: (line: string) => void,
): Promise<void> {
	await sleep(at);
	tell(`someone ${does}`);
	const going = n8n.executions.findLast(({ status }) => status === 'running' || status === 'waiting');
	if (does === 'stops' && going) n8n.stop(going);
	if (does === 'expires the tokens') emulator.expireTokens();
	if (does === 'moves the clock') jump(250_000);
	if (does === 'moves the clock back') jump(-250_000);
	if (does === 'buys credits') emulator.setCredit(emulator.credit() + 1_000);
}
