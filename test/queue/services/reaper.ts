import { spawn } from 'node:child_process';

/** Ends what a test left running when the test itself was ended from outside, by Ctrl-C or otherwise. */
export interface Reaper {
	/** A process, with the group that it leads, if it does. */
	watch(pid: number | undefined): void;
	/** Nothing is left to be ended. */
	dismiss(): void;
}

/** A shell that reads process ids until its input ends, which it does when this process is gone in any way. */
const SCRIPT =
	'while read -r pid; do all="$all $pid"; done; for pid in $all; do kill -9 -- -$pid || kill -9 $pid; done';

export function startReaper(): Reaper {
	const shell = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
	shell.stdin.on('error', () => {});
	shell.unref();
	return {
		watch: (pid) => pid !== undefined && shell.stdin.write(`${pid}\n`),
		dismiss: () => void shell.kill('SIGKILL'),
	};
}
