/** Runs a tool and then ends the process, even with open handles. If the tool fails, prints the reason and exits with 1. */
export function start(main: () => Promise<unknown>, failed = ''): void {
	main().then(
		() => process.exit(),
		(cause: unknown) => {
			console.error(`${failed}${cause instanceof Error ? cause.message : String(cause)}`);
			process.exit(1);
		},
	);
}
