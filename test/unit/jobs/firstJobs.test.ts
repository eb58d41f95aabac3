import { firstOf, forgetKey, keepFirst, leaveKeys, learnKey } from '../../../nodes/shared/jobs/firstJobs';

const DAY = 24 * 60 * 60 * 1_000;
const START = Date.parse('2030-01-01');
let scopes = 0;

/** Static data in which a job was left at the start, under a key that this process does not know any more. */
function leftAtStart() {
	const scope = `scope ${(scopes += 1)}`;
	const claim = { scope, key: `${scope} key`, fields: { prompt: 'a hash' } };
	const staticData: Record<string, unknown> = {};
	keepFirst(claim, { id: 'job', at: START });
	leaveKeys(staticData, scope, START);
	forgetKey(claim.key);
	return { scope, claim, staticData };
}

const keysLeft = (staticData: Record<string, unknown>) => Object.keys(staticData.idempotency as object);

test('a key is learnt for seven days, as long as the service keeps results', () => {
	const { claim, staticData } = leftAtStart();
	learnKey(staticData, claim, START + 7 * DAY + 1);
	expect(firstOf(claim.key)).toBeUndefined();
	learnKey(staticData, claim, START + 7 * DAY);
	expect(firstOf(claim.key)?.job).toEqual({ id: 'job', at: START });
});

test('keys leave the static data after seven days, and what is no entry at once', () => {
	const { scope, claim, staticData } = leftAtStart();
	Object.assign(staticData.idempotency as object, { odd: 'no entry', undated: {} });
	leaveKeys(staticData, scope, START + 7 * DAY);
	expect(keysLeft(staticData)).toEqual([claim.key]);
	leaveKeys(staticData, scope, START + 7 * DAY + 1);
	expect(keysLeft(staticData)).toEqual([]);
});

test('the static data holds the newest thousand keys of a node', () => {
	const { scope, claim, staticData } = leftAtStart();
	for (let n = 0; n < 1_000; n++) keepFirst({ ...claim, key: `${scope} ${n}` }, { id: `${n}`, at: START });
	leaveKeys(staticData, scope, START);
	expect(keysLeft(staticData)).toHaveLength(1_000);
	expect(keysLeft(staticData)).not.toContain(claim.key);
});
