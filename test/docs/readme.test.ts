import { readmes } from './readme';

describe('README', () => {
	test('shows the nodes as they are: otherwise run npm run docs', async () => {
		const { now, fresh } = await readmes();
		expect(now).toBe(fresh);
	});
});
