import { browserPath } from '../editor/browser';
import { N8N_CURRENT } from '../n8n/recipes';
import { findServices } from '../queue/services/find';

export interface Suite {
	/** What Node starts. */
	args: string[];
	/** The n8n that has to be installed before. */
	n8n?: string;
	/** Whether it is jest's, which counts its tests. */
	isJest?: boolean;
	/** Minutes after which it is ended. */
	most: number;
	/** What is missing on this machine, as a sentence. */
	missing?(): string | undefined;
}

const jest = 'node_modules/jest/bin/jest.js';
const program = (file: string, ...rest: string[]) => ['--import', 'tsx', file, ...rest];
const e2e = [jest, '--config', 'test/e2e/jest.config.js'];

/** All suites by their names, in the order in which they are run. */
export const suites: Record<string, Suite> = {
	tests: { args: program('test/tools/test.ts'), isJest: true, most: 30 },
	demo: { args: program('test/tools/demo.ts'), most: 5 },
	pack: { args: program('test/tools/pack.ts'), most: 10 },
	lint: { args: program('test/tools/n8nLint.ts'), most: 10 },
	e2e: { args: e2e, isJest: true, n8n: N8N_CURRENT, most: 90 },
	queue: {
		args: [jest, '--config', 'test/queue/jest.config.js'],
		isJest: true,
		n8n: N8N_CURRENT,
		most: 90,
		missing: () => {
			const found = findServices();
			return Array.isArray(found) ? found.join('; ') : undefined;
		},
	},
	editor: {
		args: program('test/editor/editor.check.ts'),
		n8n: N8N_CURRENT,
		most: 60,
		missing: () => (browserPath() === undefined ? 'chromium is not installed' : undefined),
	},
};

/** Minutes after which no suite of those goes on, also on a machine that does much else. */
export const CHANGE_MINUTES = 60;

/** What has to hold for each change, in a quarter of an hour: of the suites on a real n8n, one smoke test of each kind. */
export const change: Array<{ name: string } & Partial<Suite>> = [
	{ name: 'tests' },
	{ name: 'demo' },
	{ name: 'pack' },
	{ name: 'lint' },
	{ name: 'e2e', args: [...e2e, 'smoke'], most: 15 },
	{
		name: 'queue',
		args: [...(suites.queue?.args ?? []), '--testNamePattern', 'A batch|calls to two webhook processes'],
		most: 15,
	},
];
