import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Emulator } from '../emulator';
import { fetchMedia } from '../emulator/media/fetch';
import { findFaces } from '../emulator/media/findFaces';
import { name as PACKAGE } from '../../package.json';
import type { N8nClient } from './client';
import { PROJECT_FOLDER } from './install';
import { workflowFileShape, type StoredCredential, type StoredWorkflow, type WorkflowFile } from './shapes';

export const CREDENTIAL_TYPE = 'mediaGenerationApi';

/** The example workflows of this package by file name without `.json`, sorted by name. */
export async function readExamples(): Promise<Map<string, WorkflowFile>> {
	const folder = join(PROJECT_FOLDER, 'examples');
	const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	const read = async (name: string): Promise<[string, WorkflowFile]> => {
		const content: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
		return [basename(name, '.json'), workflowFileShape.parse(content)];
	};
	return new Map(await Promise.all(files.map(read)));
}

/** The workflow with `credential` in every node of this package but Face Mapper, which takes none. */
export function withCredential(workflow: WorkflowFile, credential: StoredCredential): WorkflowFile {
	const isOurs = ({ type }: { type: string }) => type.startsWith(`${PACKAGE}.`) && !/faceMapper$/.test(type);
	const nodes = workflow.nodes.map((node) =>
		isOurs(node) ? { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: credential } } : node,
	);
	return { ...workflow, nodes };
}

/** Makes the job whose ID is in the sample rows of the examples. */
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
}

/** Imports all examples into n8n as they are, but for the credential. Returns them by file name. */
export async function importExamples(
	client: N8nClient,
	credential: StoredCredential,
): Promise<Map<string, StoredWorkflow>> {
	const stored = new Map<string, StoredWorkflow>();
	for (const [name, workflow] of await readExamples()) {
		stored.set(name, await client.createWorkflow(withCredential(workflow, credential)));
	}
	return stored;
}
