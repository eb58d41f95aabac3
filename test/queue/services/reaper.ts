import { spawn } from 'node:child_process';

/** Ends the processes of a test that was ended from outside, such as by Ctrl-C. */
export interface Reaper {
	/** A process, with its group if it leads one. */
	watch(pid: number | undefined): void;
	/** No process is left to end. */
	dismiss(): void;
}

/** A shell that reads process IDs until its input ends, which happens at any end of this process. */
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
