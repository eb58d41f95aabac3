import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
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

/** The workflow with media that are there: those below `mediaUrl`. */
function withMedia(workflow: WorkflowFile, mediaUrl: string): WorkflowFile {
	return workflowFileShape.parse(
		JSON.parse(JSON.stringify(workflow).replaceAll(MEDIA_PLACEHOLDER, mediaUrl)),
	);
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
	for (const [name, workflow] of await readExamples()) {
		const ready = withMedia(withCredential(workflow, credential, types), mediaUrl);
		stored.set(name, await client.createWorkflow(ready));
	}
	return stored;
}
