import { readFileSync } from 'node:fs';
import { plot, plotPath, rowsOfBench } from '../tools/docs/plot';

test('the picture of delay and reads shows the figures of the bench: otherwise run npm run docs', () => {
	expect(rowsOfBench()[0]?.name).toBe('this package');
	expect(readFileSync(plotPath, 'utf8')).toBe(plot());
});
