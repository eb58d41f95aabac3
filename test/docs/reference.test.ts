import { referencePage } from '../tools/docs/referencePage';

describe('The reference', () => {
	test('shows the nodes as they are: otherwise run npm run docs', async () => {
		const { now, fresh } = await referencePage();
		expect(now).toBe(fresh);
	});
});
