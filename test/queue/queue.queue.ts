import { batchSuite } from './batch';
import { startCluster, type Cluster } from './cluster';
import { findServices } from './services/find';

/* One cluster for all suites, as it takes minutes to come up. */

const found = findServices();
const isPossible = !Array.isArray(found);
if (!isPossible) console.warn(`Queue mode was not tried: ${Object.values(found).join('; ')}.`);

(isPossible ? describe : describe.skip)('Queue mode', () => {
	let cluster: Cluster;

	beforeAll(async () => {
		if ('redis' in found) cluster = await startCluster(found);
	}, 900_000);
	afterAll(async () => await cluster?.close(), 120_000);

	describe('A batch', () => batchSuite(() => cluster));
});
