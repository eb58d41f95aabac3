import { browserPath } from '../editor/browser';
import { N8N_CURRENT, N8N_OLDEST } from '../n8n/recipes';
import { findServices } from '../queue/services/find';

export interface Suite {
	args: string[];
	onN8n?: boolean;
	env?: Readonly<Record<string, string>>;
	/** The runner ends it after so many minutes. */
	most: number;
	/** A sentence about a program that this machine lacks. */
	missing?(): string | undefined;
}

export const n8nVersion = N8N_CURRENT;
const program = (file: string) => ['--import', 'tsx', `test/${file}.ts`];
const jest = (folder: string) => [
	'node_modules/jest/bin/jest.js',
	'--config',
	`test/${folder}/jest.config.js`,
];

/** All suites by their names, in order. */
export const suites: Record<string, Suite> = {
	tests: { args: program('tools/test'), most: 30 },
	demo: { args: program('tools/demo'), most: 5 },
	world: { args: [...program('tools/run'), 'world', '--minutes', '10'], most: 15 },
	live: { args: ['node_modules/jest/bin/jest.js', 'test/live'], env: { LIVE_FAULTS: 'all' }, most: 10 },
	release: { args: program('tools/release/release'), most: 10 },
	lint: { args: program('tools/n8nLint'), most: 10 },
	e2e: { args: jest('e2e'), onN8n: true, most: 90 },
	oldest: { args: [...jest('e2e'), 'smoke'], env: { N8N_VERSION: N8N_OLDEST }, most: 45 },
	queue: {
		args: jest('queue'),
		onN8n: true,
		most: 90,
		missing: () => {
			const found = findServices();
			return Array.isArray(found) ? found.join('; ') : undefined;
		},
	},
	editor: {
		args: jest('editor'),
		onN8n: true,
		most: 60,
		missing: () => (browserPath() === undefined ? 'chromium is not installed' : undefined),
	},
};

/** The suites and words for each change, in a quarter of an hour. On a real n8n they run a smoke of each kind. */
export const change: Record<string, string[]> = {
	tests: [],
	demo: [],
	world: ['1-350'],
	release: [],
	lint: [],
	e2e: ['smoke'],
	queue: ['--testNamePattern', 'A batch of 200|calls to two webhook processes'],
};
export const CHANGE_MINUTES = 60;
