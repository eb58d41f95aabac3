import { parseArgs } from 'node:util';
import { openNodes } from './nodes';
import { readers } from './readers';
import { openTrigger } from './trigger';

/**
 * `npm run tool -- fuzz`: tries the rooms that read what comes from outside, and the nodes on n8n's engine, with whatever chance
 * gives. Nothing may hang, break in other words than the package's own, hold a secret, or send what is refused.
 *
 *   --seconds=60   how long
 *   --seed=7       the same tries once more; without it, others each time
 *   --only=word    of the targets, those whose name has this word
 *   --path=0:1:2   with seed and target: the one try that broke it
 */
async function main(): Promise<number> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ options: { seconds: text, seed: text, only: text, path: text } });
	const seed = Number(values.seed ?? Date.now() % 2 ** 31);
	const seconds = Number(values.seconds ?? 60);
	console.log(`Seed ${seed}, ${seconds} s`);
	const stages = [await openNodes(), await openTrigger()];
	const onEngine = stages.flatMap((stage) => stage.targets);
	const targets = [...readers, ...onEngine].filter(({ name }) => name.includes(values.only ?? ''));
	let broken = 0;
	for (const target of targets) {
		const { name, check } = target;
		// A try on the engine takes a thousand times as long as one without.
		const shares = targets.map((each) => (onEngine.includes(each) ? 4 : 1));
		const share =
			(seconds * 1_000 * (shares[targets.indexOf(target)] ?? 1)) /
			shares.reduce((sum, each) => sum + each, 0);
		const tried = await check({ seed, path: values.path, interruptAfterTimeLimit: share });
		console.log(`${String(tried.runs).padStart(8)} tries: ${name}`);
		if (tried.broken === undefined) continue;
		broken += 1;
		const { by, path, why } = tried.broken;
		console.log(
			`Broken by ${by}\n${why}\nAgain: npm run tool -- fuzz --seed=${seed} --only='${name}' --path='${path}'\n`,
		);
	}
	for (const stage of stages) await stage.close();
	console.log(`${broken} of ${targets.length} broken. Seed ${seed}`);
	return broken;
}

main().then(
	(broken) => process.exit(broken > 0 ? 1 : 0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
