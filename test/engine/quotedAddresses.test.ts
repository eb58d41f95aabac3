import { faceSwap, setUp, swap, rows } from '../support/bench';

/* A service may quote the address that it could not open. Its query can open a private file for a week. */

const bench = setUp();
const SECRET = 'X-Amz-Signature=deadbeefcafe0123456789';
const url = `https://user:password@bucket.example.com/a.png?${SECRET}`;
const GOES_ON = { onError: 'continueRegularOutput' } as const;
const answering = (path: string, body: object) =>
	bench.emulator.faults.add({ kind: 'badJson', body: JSON.stringify(body), match: { path }, times: 1 });

test.each([
	['in a refusal', () => answering('specifyimage', { code: 1003, msg: `can not open ${url}` })],
	['in a refusal of no known code', () => answering('specifyimage', { code: 1777, msg: `no: "${url}"` })],
	[
		'as the reason of a failed job',
		() => bench.emulator.jobs.next({ status: 4, reason: `download of ${url} failed` }, { times: 1 }),
	],
])('the query of an address is not shown %s', async (_where, fail) => {
	fail();
	const [item] = (await bench.engine.run(swap({}, GOES_ON), { input: rows(1) })).json('Node');
	const shown = JSON.stringify(item);
	expect(shown).toContain('bucket.example.com/a.png?…');
	for (const secret of [SECRET, 'password']) expect(shown).not.toContain(secret);
});

test.each([
	['a code that is known', 1003],
	['a crash', 500],
])('nor by face detection, with %s', async (_what, code) => {
	answering('/detect', { error_code: code, error_msg: `list index out of range ${url}` });
	const detect = faceSwap('face', 'detect', { image: 'https://example.com/a.png' }, GOES_ON);
	const shown = JSON.stringify((await bench.engine.run(detect)).json('Node'));
	expect(shown).toContain('bucket.example.com/a.png?…');
	expect(shown).not.toContain(SECRET);
});
