import { spawnSync } from 'node:child_process';
import { root } from '../support/build';

/*
 * Provokes the failures of test/support/failures.ts, and prints what, where, paid, next, how it ended, and the sentence.
 * Then it prints the situations of a model, with their end, the paid jobs, and the characters that the model
 * got, and of each list the characters that a node and a tool return.
 */

const env = { ...process.env, MESSAGES: 'yes', MESSAGES_OF: process.argv[2] ?? '' };
const { status } = spawnSync('npx', ['jest', 'test/engine/nextSteps', 'test/engine/situations'], {
	cwd: root,
	stdio: 'inherit',
	env,
});
process.exitCode = status ?? 1;
