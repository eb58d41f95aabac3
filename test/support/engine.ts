import './environment';
import { rmSync } from 'node:fs';
import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeType,
	IRunExecutionData,
} from 'n8n-workflow';
import type { Emulator } from '../emulator';
import { keepBinaries, serveBinaries, type BinaryMode } from './binaries';
import { TestCredentialsHelper } from './credentials';
import { testCredential } from './credentialTester';
import { userFolder } from './environment';
import { readExample, type Changes } from './example';
import { ClaimTable } from './claimTable';
import { LogRecorder } from './logs';
import { TestNodeTypes } from './nodeTypes';
import { loadPackage, type LoadedPackage } from './package';
import { dataForRetry } from './retry';
import { additionalDataOf, startRun, workflowOf, type Instance, type RunOptions, type Running } from './run';
import type { RunResult } from './runResult';
import { StoredRun } from './storedRun';
import { define, substitutes } from './substitutes';
import { WebhookServer } from './webhook';
import { checkPlaces, completeNode, node, PACKAGE, type WorkflowJson } from './workflow';

export { chain, connect, node, single, PACKAGE, START } from './workflow';
export type { Running, RunOptions, WorkflowJson };
export type { RunResult } from './runResult';

export const CREDENTIAL_TYPE = 'mediaGenerationApi';
const [CREDENTIAL_ID, CREDENTIAL_NAME] = ['credential-1', 'Media Generation account'];
/** The credential of each node of the package. */
export const CREDENTIALS = { [CREDENTIAL_TYPE]: { id: CREDENTIAL_ID, name: CREDENTIAL_NAME } };

export interface EngineOptions {
	/** The service, whose addresses and key pair fill the credential. */
	emulator: Pick<Emulator, 'credential'>;
	/** The place of binaries, by default the items. */
	binaryMode?: BinaryMode;
	/** Whether the instance can be reached, so signed URLs of binaries work. If not, its address is localhost:5678. */
	reachable?: boolean;
	/** Further node types by their full names. */
	nodeTypes?: Record<string, INodeType>;
	/** An engine that stands for another process of the same n8n: it has the same credentials. */
	beside?: Engine;
	/** An unpacked package to load instead of this one. */
	directory?: string;
}

/** `executionData` is the data of an execution, which then continues. */
export type StartOptions = RunOptions & { executionData?: IRunExecutionData };

/** Starts n8n's engine with the package in it. One per test file; close it at the end. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
	const logs = new LogRecorder();
	logs.install();
	ClaimTable.ensure();
	await keepBinaries(options.binaryMode ?? 'default');
	const loaded = await loadPackage(options.directory);
	const nodeTypes = new TestNodeTypes();
	nodeTypes.add([...substitutes, ...loaded.nodes, ...Object.entries(options.nodeTypes ?? {})]);
	const server = options.reachable === true ? await serveBinaries() : undefined;
	const credentialsHelper = new TestCredentialsHelper(
		loaded.credentials,
		nodeTypes,
		options.beside?.instance.credentialsHelper,
	);
	const url = server?.url ?? 'http://localhost:5678/';
	const engine = new Engine({ nodeTypes, credentialsHelper, url }, loaded, logs, async () => {
		await server?.close();
		rmSync(userFolder, { recursive: true, force: true });
	});
	engine.saveCredential(options.emulator.credential);
	return engine;
}

/** Shared by all engines of a file, because execution IDs are unique in their common database. */
let executions = 0;

/** n8n's engine, with this package, one credential, and everything that it needs in memory. */
export class Engine {
	constructor(
		readonly instance: Instance & {
			nodeTypes: TestNodeTypes;
			credentialsHelper: TestCredentialsHelper;
		},
		readonly loaded: LoadedPackage,
		readonly logs: LogRecorder,
		readonly close: () => Promise<void>,
	) {}

	get url(): string {
		return this.instance.url;
	}

	async run(workflow: WorkflowJson, options: StartOptions = {}): Promise<RunResult> {
		return await this.start(workflow, options).finished;
	}

	start(workflow: WorkflowJson, options: StartOptions = {}): Running {
		executions += 1;
		const executionId = options.executionId ?? String(executions);
		return startRun(this.instance, workflow, this.nodesOf(workflow), { ...options, executionId });
	}

	/** Does the same as `Retry` in the list of executions: continues at the failed node. */
	async retry(failed: RunResult): Promise<RunResult> {
		const { workflow, executionId: retryOf } = failed;
		const executionData = dataForRetry(failed, this.nodesOf(workflow));
		return await this.run(workflow, { mode: 'retry', executionData, retryOf });
	}

	/** Puts the trigger of a workflow behind an address, as n8n does with an active workflow. Close it at the end. */
	async listen(workflow: WorkflowJson): Promise<WebhookServer> {
		return await new WebhookServer(this.instance, workflow, this.nodesOf(workflow)).start();
	}

	/** Runs a workflow until it ends, or waits as in n8n's database. */
	async store(workflow: WorkflowJson, options: StartOptions = {}): Promise<StoredRun> {
		executions += 1;
		const executionId = String(executions);
		const settings = { mode: 'trigger' as const, executionId, now: Date.now, ...options };
		return await new StoredRun(this.instance, workflow, this.nodesOf(workflow), settings).start();
	}

	async runExample(path: string, options: Changes & StartOptions = {}): Promise<RunResult> {
		return await this.run(readExample(path, options), options);
	}

	/** Adds a node type that makes its items from those it gets, and returns its name. */
	fake(
		name: string,
		make: (
			items: INodeExecutionData[],
			context: IExecuteFunctions,
		) => INodeExecutionData[] | Promise<INodeExecutionData[]>,
	): string {
		const type = define(name, async function () {
			return [await make(this.getInputData(), this)];
		});
		this.instance.nodeTypes.add([[`fake.${name}`, type]]);
		return `fake.${name}`;
	}

	/** Saves the credential as the editor does, with defaults for missing fields. */
	saveCredential(data: ICredentialDataDecryptedObject): void {
		this.instance.credentialsHelper.save(CREDENTIAL_ID, CREDENTIAL_TYPE, CREDENTIAL_NAME, data);
	}

	readCredential(): ICredentialDataDecryptedObject {
		return this.instance.credentialsHelper.read(CREDENTIAL_ID);
	}

	/** Tests the credential as n8n does, after it saves any changes on the screen. */
	async testCredential(changes: ICredentialDataDecryptedObject = {}): Promise<INodeCredentialTestResult> {
		const type = this.loaded.credentials.get(CREDENTIAL_TYPE);
		if (type === undefined) throw new Error('The package has no such credential');
		this.saveCredential({ ...this.readCredential(), ...changes });
		return await testCredential(this.instance, type, CREDENTIAL_ID, this.readCredential());
	}

	/** Opens a searchable dropdown of one of the package's nodes, with the text typed into it. */
	async searchList(type: string, method: string, { filter }: { filter?: string } = {}) {
		const nodes = this.nodesOf({ nodes: [node('Node', type)] });
		const additionalData = additionalDataOf(this.instance, '1');
		additionalData.currentNodeParameters = nodes[0]!.parameters;
		const workflow = workflowOf(this.instance, {}, nodes);
		const context = new LoadOptionsContext(workflow, nodes[0]!, additionalData, '');
		const { methods } = this.instance.nodeTypes.getByNameAndVersion(nodes[0]!.type);
		const search = methods?.listSearch?.[method];
		if (search === undefined) throw new Error(`${type} has no list search ${method}`);
		return await search.call(context, filter);
	}

	private nodesOf({ nodes }: WorkflowJson): INode[] {
		return nodes.map((json, index) => {
			const type = this.instance.nodeTypes.getByNameAndVersion(json.type, json.typeVersion);
			const { version, credentials } = type.description;
			const latest = Array.isArray(version) ? Math.max(...version) : version;
			if (json.type.startsWith(`${PACKAGE}.`))
				checkPlaces(json.parameters ?? {}, type.description.properties);
			const usesOurs = credentials?.some(({ name }) => name === CREDENTIAL_TYPE) === true;
			return completeNode(usesOurs ? { ...json, credentials: CREDENTIALS } : json, index, latest);
		});
	}
}
