import { printTable } from './bench/table';
import { calls } from '../engine/fields/calls';
import { alterationOf, defects, fieldsOf } from '../engine/fields/mutations';
import { Stage, type Verdict } from '../engine/fields/stage';

/**
 * `npm run tool -- fields`: puts every defect into every field of every request, and says who notices it: the service, which
 * refuses it, what comes out of the node, or only the comparison of the request with the interface. Each is a failure of
 * the test in fields.test.ts that has the call's name. A defect that nobody notices ends the command with 1.
 */
async function main(): Promise<void> {
	const stage = new Stage();
	const rows: string[][] = [];
	const unnoticed: string[] = [];
	for (const call of calls) {
		const { sent } = await stage.make(call);
		for (const field of fieldsOf(sent)) {
			const name = field.join('.').replaceAll('.[]', '[]');
			const noticed: Array<Verdict['by']> = [];
			for (const defect of defects) {
				const { by } = await stage.make(call, alterationOf(call, field, defect));
				noticed.push(by);
				if (by === 'nobody') unnoticed.push(`${call.name} ${name} ${defect}`);
			}
			rows.push([`${call.path} ${name}`, ...noticed, call.name]);
		}
	}
	await stage.close();
	printTable(['field', ...defects, 'test'], rows);
	console.log(`${rows.length} fields, ${unnoticed.length} defects that nobody noticed`);
	for (const each of unnoticed) console.log(`  ${each}`);
	process.exitCode = unnoticed.length > 0 ? 1 : 0;
}

main().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
