import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Emulator } from '../emulator';
import { fetchMedia } from '../emulator/media/fetch';
import { findFaces } from '../emulator/media/findFaces';
import type { N8nClient } from './client';
import { PROJECT_FOLDER } from './install';
import { workflowFileShape, type StoredCredential, type StoredWorkflow, type WorkflowFile } from './shapes';

export const CREDENTIAL_TYPE = 'mediaGenerationApi';

/** The example workflows of this package by file name without `.json`, in the order of the names. */
export async function readExamples(): Promise<Map<string, WorkflowFile>> {
	const folder = join(PROJECT_FOLDER, 'examples');
	const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	const read = async (name: string): Promise<[string, WorkflowFile]> => {
		const content: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
		return [basename(name, '.json'), workflowFileShape.parse(content)];
	};
	return new Map(await Promise.all(files.map(read)));
}

/** The workflow with `credential` in every node whose type is one of `nodeTypes`. */
export function withCredential(
	workflow: WorkflowFile,
	credential: StoredCredential,
	nodeTypes: ReadonlySet<string>,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		nodeTypes.has(node.type)
			? { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: credential } }
			: node,
	);
	return { ...workflow, nodes };
}

/** The types that this n8n has loaded and that take this package's credential. */
export async function typesWithCredential(client: N8nClient): Promise<Set<string>> {
	const takesIt = (await client.nodeTypes()).filter((type) =>
		type.credentials?.some(({ name }) => name === CREDENTIAL_TYPE),
	);
	return new Set(takesIt.map(({ name }) => name));
}

/** The address in the examples for which people put in that of their own media. */
const MEDIA_PLACEHOLDER = 'https://example.com/media';

/** The workflow with texts in it, addresses above all, replaced. */
function withTexts(workflow: WorkflowFile, texts: ReadonlyMap<string, string>): WorkflowFile {
	let json = JSON.stringify(workflow);
	for (const [from, to] of texts) json = json.replaceAll(from, to);
	return workflowFileShape.parse(JSON.parse(json));
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes the jobs whose IDs stand in the sample rows of the examples: a fresh one, and one that expires soon. */
export async function keepSampleJobs({ jobs, mediaUrl }: Emulator): Promise<void> {
	const faceIn = async (name: string) => {
		const path = `${mediaUrl}/${name}`;
		const [face] = findFaces(await fetchMedia(path));
		return [{ path, opts: (face?.points ?? []).map((point) => point.join(',')).join(':') }];
	};
	const modifyImage = `${mediaUrl}/people-1.png`;
	const targetImage = await faceIn('people-1.png');
	const request = { modifyImage, targetImage, sourceImage: await faceIn('portrait-ada.png') };
	jobs.keep('600000000000000000000001', request, 0);
	jobs.keep('600000000000000000000002', request, 6 * DAY_MS);
}

/** The address in the example that submits for which people put in that of the trigger of the one that receives. */
const CALLBACK_PLACEHOLDER = 'https://example.com/webhook/the-production-url-of-the-trigger';

/** The production address of the trigger in an example. */
function triggerUrl(baseUrl: string, { nodes }: WorkflowFile): string {
	const webhookId = nodes.find(({ webhookId: id }) => id !== undefined)?.webhookId;
	return `${baseUrl}/webhook/${String(webhookId)}/callback`;
}

/**
 * Brings every example into n8n, ready to run with `credential` on the media below `mediaUrl`; by file name
 * without `.json`.
 */
export async function importExamples(
	client: N8nClient,
	credential: StoredCredential,
	mediaUrl: string,
): Promise<Map<string, StoredWorkflow>> {
	const types = await typesWithCredential(client);
	const stored = new Map<string, StoredWorkflow>();
	const examples = await readExamples();
	const receives = examples.get('callbacks-2-receive');
	for (const [name, workflow] of examples) {
		const complete = withCredential(workflow, credential, types);
		const texts = new Map([[MEDIA_PLACEHOLDER, mediaUrl]]);
		if (receives) texts.set(CALLBACK_PLACEHOLDER, triggerUrl(client.session.baseUrl, receives));
		stored.set(name, await client.createWorkflow(withTexts(complete, texts)));
	}
	return stored;
}
