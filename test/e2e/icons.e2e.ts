import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { CREDENTIAL_TYPE } from '../n8n/examples';
import { PROJECT_FOLDER } from '../n8n/install';
import { packageNodes } from '../n8n/play';
import { useInstalled } from './installed';

const { play } = useInstalled();
const icons = z.object({ light: z.string(), dark: z.string() });
const withIcons = z.array(z.object({ name: z.string(), iconUrl: z.unknown() }).passthrough());

async function served(path: string): Promise<string> {
	const answer = await play().client.session.raw('GET', `/${path}`);
	expect([path, answer.status]).toEqual([path, 200]);
	expect(answer.headers.get('content-type')).toContain('image/svg+xml');
	return await answer.text();
}

async function listed(kind: 'nodes' | 'credentials') {
	const answer = await play().client.session.raw('GET', `/types/${kind}.json`);
	return withIcons.parse(await answer.json());
}

test('every node has an icon for light and one for dark screens, and n8n serves both', async () => {
	const { types } = await packageNodes();
	const found = (await listed('nodes')).filter(({ name }) => types.includes(name));
	expect(found.map(({ name }) => name).sort()).toEqual([...types].sort());
	for (const { iconUrl } of found) {
		const { light, dark } = icons.parse(iconUrl);
		const [first, second] = [await served(light), await served(dark)];
		expect(first).toContain('<svg');
		expect(second).toContain('<svg');
		expect(first).not.toBe(second);
		const file = join(PROJECT_FOLDER, 'icons', light.split('/').pop() ?? '');
		expect(first).toBe(await readFile(file, 'utf8'));
	}
});

test('action nodes are there as tools for agents too, with the same icons', async () => {
	const { types } = await packageNodes();
	const tools = (await listed('nodes')).filter(({ name }) => types.includes(name.replace(/Tool$/, '')));
	const names = tools.map(({ name }) => name).filter((name) => name.endsWith('Tool'));
	// Not the trigger, and not Face Mapper, whose input no model writes.
	expect(names).toHaveLength(types.length - 2);
	for (const { iconUrl } of tools) expect(icons.safeParse(iconUrl).success).toBe(true);
});

test('so has the credential', async () => {
	const [type] = (await listed('credentials')).filter(({ name }) => name === CREDENTIAL_TYPE);
	const { light, dark } = icons.parse(type?.iconUrl);
	expect(await served(light)).toContain('<svg');
	expect(await served(dark)).toContain('<svg');
});
