import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The environment without settings of an outer `npm run` and of a test runner, which would change n8n and npm. */
export function outsideNpm(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	const foreign =
		/^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|npm_command$|INIT_CWD$|NODE_ENV$|JEST_)/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}

/** Runs npm, and returns its output. Throws with its errors if it fails. */
export async function npm(
	args: readonly string[],
	cwd: string,
	env: NodeJS.ProcessEnv = {},
): Promise<string> {
	const options = { cwd, env: { ...outsideNpm(), ...env }, maxBuffer: 2 ** 27 };
	// `npm run --silent` hands its silence on, and an error is read from its text.
	return (await promisify(execFile)('npm', [...args, '--loglevel=error'], options)).stdout;
}
