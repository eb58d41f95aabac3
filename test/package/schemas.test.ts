import { Stage } from '../engine/fields/stage';
import { setUp } from '../support/bench';
import { freshSchemas, storedSchemas, writeSchemas } from '../tools/docs/schemas/files';
import { outputsOf, type Output } from '../tools/docs/schemas/outputs';

/* The fields that the editor shows for a node before its first run. `npm run docs` writes these files again. */

const bench = setUp({ jobMs: 50 });
const stage = new Stage();
let outputs: Output[];

beforeAll(async () => {
	outputs = await outputsOf(bench, stage);
	if (process.env.WRITE_SCHEMAS !== undefined) writeSchemas(freshSchemas(outputs));
});

test('the editor shows exactly the fields that a run returns (if not, run npm run docs)', () => {
	expect(Object.fromEntries(storedSchemas())).toEqual(Object.fromEntries(freshSchemas(outputs)));
});
