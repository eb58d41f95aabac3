import './clock';
import { run } from './world';
import { BuiltPackage } from './loader';
import { drawPlan } from './plan';

/*
 * `npm run tool -- world 7` lives the world of a number, `world 100-400` a range, and `world --minutes 10` new numbers until
 * the time is up. `--trace` shows each event of it, with the clock. The last line counts.
 */

async function main(words: string[]): Promise<void> {
	const isTraced = words.includes('--trace');
	const at = words.indexOf('--minutes');
	const minutes = at < 0 ? undefined : Number(words[at + 1]);
	const range = words.find((word, place) => /^\d+(-\d+)?$/.test(word) && (at < 0 || place !== at + 1));
	const began = process.hrtime.bigint();
	const seconds = () => Number(process.hrtime.bigint() - began) / 1e9;
	const fresh = String(1_000_000 + Number(began % 1_000_000_000n));
	const [first = 1, last = minutes === undefined || range ? first : Infinity] = (
		range ?? (minutes === undefined ? '1-100' : fresh)
	)
		.split('-')
		.map(Number);
	const built = new BuiltPackage();
	// What n8n loads at its first use takes real time, so it is loaded before a number counts.
	for (const seed of [1, 2, 3]) await run(drawPlan(seed), built);
	let held = 0;
	for (let seed = first; seed <= last && !(seconds() > (minutes ?? Infinity) * 60); seed++) {
		const plan = drawPlan(seed);
		const { finding, trace } = await run(plan, built, isTraced);
		if (isTraced) console.log(trace.join('\n'));
		if (finding) {
			console.log(`world ${seed}: ${finding.kind}: ${finding.what}`);
			process.exitCode = 1;
		} else held += 1;
	}
	console.log(`${held} worlds held (${(held / seconds()).toFixed(1)} a second)`);
}

void main(process.argv.slice(2));
