import { batchSuite } from './batch';
import { calledSuite } from './called';
import { startCluster, type Cluster } from './cluster';
import { keysSuite } from './keys';
import { limitsSuite } from './limits';
import { parkedSuite } from './parked';
import { restartsSuite } from './restarts';
import { findServices } from './services/find';
import { thousandSuite } from './thousand';
import { tokenSuite } from './token';
import { triggerSuite } from './trigger';
import { workerKilledSuite } from './workerKilled';

/* One cluster for all suites, as it takes minutes to come up. */

const found = findServices();
const isPossible = !Array.isArray(found);
if (!isPossible) console.warn(`Queue mode was not tried: ${Object.values(found).join('; ')}.`);

(isPossible ? describe : describe.skip)('Queue mode', () => {
	let cluster: Cluster;

	beforeAll(async () => {
		if ('redis' in found) cluster = await startCluster(found);
	}, 900_000);
	beforeEach(() => {
		Object.assign(cluster.emulator.callbacks.settings, { lost: false, repeat: 1, outOfOrder: false });
	});
	afterAll(async () => await cluster?.close(), 120_000);

	// The token first, as long as nobody has one.
	describe('The token', () => tokenSuite(() => cluster));
	describe('A batch', () => batchSuite(() => cluster));
	describe('A key', () => keysSuite(() => cluster));
	describe('The trigger', () => triggerSuite(() => cluster));
	describe('A run that is woken up by calls', () => calledSuite(() => cluster));
	describe('A run that is parked between looks', () => parkedSuite(() => cluster));
	describe('A time limit', () => limitsSuite(() => cluster));
	describe('A worker that is killed', () => workerKilledSuite(() => cluster));
	describe('Rolling restarts', () => restartsSuite(() => cluster));
	describe('A thousand', () => thousandSuite(() => cluster));
});
