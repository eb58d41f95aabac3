import { z } from 'zod/v3';
import { publish } from '../e2e/runs';
import { readExamples } from '../n8n/examples';
import { workflowFileShape } from '../n8n/shapes';
import type { Cluster } from './cluster';

const API_SCOPES = ['workflow:list', ...['list', 'read', 'retry', 'stop'].map((each) => `execution:${each}`)];

/** Publishes the example that heals lost runs, as its note says, with a look every minute. */
export async function publishHealer(cluster: Cluster): Promise<void> {
	const { client } = cluster;
	const { session } = client;
	const shape = z.object({ rawApiKey: z.string() });
	const asked = { label: 'heal', scopes: API_SCOPES, expiresAt: null };
	const { rawApiKey: apiKey } = await session.call('POST', '/api-keys', shape, asked);
	const address = `${session.baseUrl}/api/v1`;
	const credential = await client.createCredential('n8n API', 'n8nApi', { apiKey, baseUrl: address });
	const text = JSON.stringify((await readExamples()).get('heal-lost-runs')).replace(
		'"minutesInterval":10',
		'"minutesInterval":1',
	);
	const workflow = workflowFileShape.parse(JSON.parse(text));
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.httpRequest')
			? { ...node, disabled: false, credentials: { n8nApi: credential } }
			: node,
	);
	await publish(cluster, { ...workflow, nodes });
}

/** Makes the tag of the workflows that the example heals, and returns its ID. */
export async function makeTag({ session }: Cluster['client']): Promise<string> {
	return (await session.call('POST', '/tags', z.object({ id: z.string() }), { name: 'heal' })).id;
}
