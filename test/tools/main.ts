/** Runs a tool and ends the process, whatever is still open: with 1 and the reason where it fails. */
export function start(main: () => Promise<unknown>, failed = ''): void {
	main().then(
		() => process.exit(),
		(cause: unknown) => {
			console.error(`${failed}${cause instanceof Error ? cause.message : String(cause)}`);
			process.exit(1);
		},
	);
}
