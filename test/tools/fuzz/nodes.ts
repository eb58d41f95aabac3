import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { startEmulator, type Emulator } from '../../emulator';
import { Client } from '../../emulator/support/client';
import type { Call, Scene } from '../../engine/fields/call';
import { calls } from '../../engine/fields/calls';
import { single, startEngine, type Engine, type Running, type WorkflowJson } from '../../support/engine';
import { refreshBuild } from '../../support/build';
import { Found, inTime, requireClear } from './clear';
import { shown } from './readers';
import { target, type Target } from './target';
import { expression, json, text } from './values';

/** A run of a node takes less than a second where nothing is waited for. */
const SECONDS = 30;

/** Fields that only make a run longer. */
const SLOW = new Set(['answerTimeout', 'quietTime', 'waitForCompletion', 'waitUsing', 'storeAfter']);
/** Fields that every run has as they are. */
const FIXED = new Set(['resource', 'operation']);

/** An n8n with the package and a service, and the means to make any call of the table. */
class Stage {
	private readonly known = new Map<string, INodeParameters>();

	private constructor(
		readonly emulator: Emulator,
		readonly engine: Engine,
		private readonly client: Client,
	) {}

	static async open(): Promise<Stage> {
		refreshBuild();
		const emulator = await startEmulator({ jobMs: 0, live: { startMs: 0, parts: 1 } });
		return new Stage(emulator, await startEngine({ emulator }), await new Client(emulator).signIn());
	}

	/** Parameters of a call that are right. */
	async parametersOf(call: Call): Promise<INodeParameters> {
		const known = this.known.get(call.name);
		if (known) return known;
		const scene: Scene = {
			emulator: this.emulator,
			media: (name) => `${this.emulator.mediaUrl}/${name}`,
			hook: 'http://127.0.0.1:9/hook',
			make: async (path, body) => {
				const { data, list } = await this.client.post(path, body);
				const [record = data] = list;
				return record;
			},
		};
		const [resource = '', operation = ''] = (call.name.split(' ')[0] ?? '').split('.');
		const made = { resource, operation, ...(await call.parameters(scene)) };
		this.known.set(call.name, made);
		return made;
	}

	/** The fields of a call, where a parameter may stand: those of collections by their path. */
	fieldsOf(call: Call, parameters: INodeParameters): string[][] {
		const [, type] = [...this.engine.loaded.nodes].find(([name]) => name.endsWith(`.${call.node}`)) ?? [];
		if (type === undefined || !('description' in type) || !('properties' in type.description)) return [];
		const { description } = type;
		const seen = (field: INodeProperties) =>
			NodeHelpers.displayParameter(parameters, field, { typeVersion: 1 }, description);
		const below = (fields: readonly INodeProperties[], path: string[]): string[][] =>
			fields.flatMap(({ name, type: control, options = [] }) => {
				const own = [...path, name];
				if (control === 'collection') return [own, ...below(options as INodeProperties[], own)];
				return [own];
			});
		return below((description.properties as INodeProperties[]).filter(seen), []).filter(
			(path) => !path.some((name) => SLOW.has(name) || FIXED.has(name)),
		);
	}

	/** Runs a call for two items, of which the first is altered. */
	async run(call: Call, parameters: INodeParameters, altered: unknown): Promise<void> {
		const { emulator, engine } = this;
		const before = emulator.jobs.created().length;
		engine.logs.clear();
		emulator.requests.length = 0;
		const workflow = single(call.node, parameters, { onError: 'continueRegularOutput' });
		const input = [{ json: { v: altered } as IDataObject, binary: call.item?.binary }];
		const running = this.start(workflow, input);
		// n8n itself refuses what is required and not there, before the node is asked.
		if (running === undefined) return;
		const result = await inTime(running.finished, SECONDS).catch((error: unknown) => {
			running.stop();
			throw error;
		});
		const given = shown([altered, parameters]);
		const secrets = [emulator.clientSecret, ...tokensOf(emulator)];
		requireClear(engine.logs.lines.map(({ message }) => message).join('\n'), secrets, given);
		if (engine.logs.text().includes(emulator.clientSecret)) throw new Found('The log holds the secret');
		if (result.error) throw new Found(`The run ended: ${result.error.stack ?? result.error.message}`);

		const items = result.output('Node');
		const told = JSON.stringify(items);
		for (const secret of secrets) if (told.includes(secret)) throw new Found(`It is put out: ${told}`);
		for (const { json: item } of items) {
			const { error, details } = item as { error?: unknown; details?: { description?: string } };
			if (error !== undefined) requireClear(`${String(error)} ${details?.description ?? ''}`, secrets, given);
		}
		const isList = /getAll/.test(call.name);
		if (!isList && items.length !== 1) throw new Found(`${items.length} items came out for one`);
		const refused = items.filter(
			({ json: item }) => (item.details as IDataObject | undefined)?.submitted === 'no',
		);
		const made = emulator.jobs.created().length - before;
		if (made > items.length - refused.length)
			throw new Found(`${made} jobs were made, and ${told.slice(0, 500)} came out`);
	}

	private start(...[workflow, input]: [WorkflowJson, INodeExecutionData[]]): Running | undefined {
		try {
			return this.engine.start(workflow, { input });
		} catch {
			return undefined;
		}
	}

	async close(): Promise<void> {
		await this.engine.close();
		await this.emulator.close();
	}
}

const tokensOf = ({ requests }: Emulator) =>
	requests.flatMap(({ headers }) => /^Bearer (.{8,})$/.exec(headers.authorization ?? '')?.[1] ?? []);

/** A copy of parameters with another one at a path. */
function withField(
	parameters: INodeParameters,
	[name = '', ...rest]: string[],
	put: unknown,
): INodeParameters {
	const inner = parameters[name];
	const below =
		typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as INodeParameters) : {};
	return { ...parameters, [name]: rest.length === 0 ? (put as string) : withField(below, rest, put) };
}

/** Nodes on n8n's own engine: tens of tries a second. */
export async function openNodes(): Promise<{ targets: Target[]; close: () => Promise<void> }> {
	const stage = await Stage.open();
	const plain = calls.filter(({ part, path }) => part !== 'headers' && path !== '/getToken');
	const named = (some: readonly Call[]) => fc.constantFrom(...some.map(({ name }) => name));
	const callOf = (name: string) => plain.find((call) => call.name === name)!;
	const change = fc.record({
		at: fc.nat(1_000),
		put: fc.oneof(
			fc.constant('={{ $json.v }}'),
			fc.constant({ __rl: true, mode: 'id', value: '={{ $json.v }}' }),
			fc.constant({ __rl: true, mode: 'url', value: '={{ $json.v }}' }),
			expression,
			json,
		),
	});
	const targets = [
		target(
			'nodes, with any parameters',
			fc.asyncProperty(
				named(plain),
				fc.array(change, { minLength: 1, maxLength: 3 }),
				json,
				async (name, changes, altered) => {
					const call = callOf(name);
					const right = await stage.parametersOf(call);
					const fields = stage.fieldsOf(call, right);
					const parameters = changes.reduce(
						(all, { at, put }) => withField(all, fields[at % fields.length] ?? [], put),
						right,
					);
					await stage.run(call, parameters, altered);
				},
			),
		),
		target(
			'nodes, with any answer of the service',
			fc.asyncProperty(
				named(plain.filter(({ part }) => part !== 'message')),
				fc.oneof(
					json.map((given) => JSON.stringify(given)),
					json.map((data) => JSON.stringify({ code: 1000, msg: 'OK', data })),
					fc.record({ code: json, msg: json, data: json }).map((given) => JSON.stringify(given)),
					text,
				),
				async (name, body) => {
					const call = callOf(name);
					const right = await stage.parametersOf(call);
					// What is asked again is answered at once; a read that is tried again takes seconds.
					stage.emulator.faults.add({ kind: 'badJson', body, match: { path: call.path }, times: 1 });
					try {
						await stage.run(call, right, body);
					} finally {
						stage.emulator.faults.clear();
					}
				},
			),
		),
	];
	return { targets, close: async () => await stage.close() };
}
