import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractOf } from '../../support/contract';
import { loadPackage } from '../../support/package';
import { npm } from '../../n8n/npm';
import { NAME } from '../../support/tarball';

export async function contractIn(directory: string): Promise<{ version: string; facts: string[] }> {
	const { nodes, credentials } = await loadPackage(directory);
	const { version }: { version: string } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
	return { version, facts: contractOf([...credentials.values(), ...nodes.values()]) };
}

/** Installs what is published, for a comparison. Returns undefined if npm does not have the package. */
export async function fetchPublished(folder: string, spec = `${NAME}@latest`): Promise<string | undefined> {
	mkdirSync(folder);
	try {
		await npm(['install', spec, '--prefix', folder, '--legacy-peer-deps', '--ignore-scripts'], folder);
	} catch (error) {
		if (String(error).includes('E404')) return undefined;
		throw error;
	}
	return join(folder, 'node_modules', NAME);
}

/** The lines of the published contract that are gone. Only a new major version may lose any. */
export function lostLines(
	published: { version: string; facts: string[] },
	next: { version: string; facts: string[] },
): string[] {
	const major = (version: string) => version.split('.')[0];
	if (major(published.version) !== major(next.version)) return [];
	return published.facts.filter((fact) => !next.facts.includes(fact));
}
