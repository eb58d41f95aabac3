import { batchSuite } from './batch';
import { startCluster, type Cluster } from './cluster';
import { publishHealer } from './healer';
import { keysSuite } from './keys';
import { outageSuite } from './outage';
import { restartsSuite } from './restarts';
import { findServices } from './services/find';
import { suspendedSuite } from './suspended';
import { triggerSuite } from './trigger';
import { workerKilledSuite } from './workerKilled';

/* One cluster for all suites, because its start takes minutes. */

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

	describe('A batch', () => batchSuite(() => cluster));
	describe('A service that is away for a minute', () => outageSuite(() => cluster));
	describe('Claims', () => keysSuite(() => cluster));
	describe('The trigger', () => triggerSuite(() => cluster));
	describe('A suspended execution', () => suspendedSuite(() => cluster));
	describe('With the example that heals lost runs', () => {
		beforeAll(async () => await publishHealer(cluster));
		describe('after a kill of', () => workerKilledSuite(() => cluster));
		describe('during restarts', () => restartsSuite(() => cluster));
	});
});
