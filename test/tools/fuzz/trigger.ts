import fc from 'fast-check';
import { seal } from '../../emulator';
import { startTrigger } from '../../engine/triggerSetup';
import { Found, inTime, requireClear } from './clear';
import { shown } from './readers';
import { target, type Target } from './target';
import { json, text } from './values';

/** A callback is answered in ten seconds, whatever it says. */
const SECONDS = 15;
/** 422 and 431 are answers of n8n itself: a body that is no JSON, an address that is too long. */
const ANSWERS = new Set([200, 400, 401, 422, 431, 503]);

/** Fields of a content or an envelope that are put in place of those that are right. */
const changes = (...names: string[]) =>
	fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), text), json), { maxLength: 3 });

const call = fc.record({
	job: fc.constantFrom('done', 'failed', 'open', 'unknown'),
	status: fc.constantFrom(1, 2, 3, 4),
	content: changes('_id', 'status', 'type', 'url', 'image_status', 'data', 'deduction_credit'),
	by: fc.constantFrom('signed', 'plain', 'stranger', 'text'),
	ageMs: fc.constantFrom(0, 0, 3_600_000, -3_600_000, 1e15),
	envelope: changes('signature', 'dataEncrypt', 'timestamp', 'nonce'),
	query: fc.oneof(fc.constant(''), fc.tuple(text, text).map(queryOf)),
	contentType: fc.constantFrom(
		'application/json',
		'application/json',
		'text/plain',
		'application/x-www-form-urlencoded',
	),
	raw: text,
});

type Call = typeof call extends fc.Arbitrary<infer Given> ? Given : never;

function queryOf([reference, other]: [string, string]): string {
	return `?${new URLSearchParams({ reference, referenceSignature: other }).toString()}`;
}

/** The trigger behind an address, as n8n has it: a run starts for what the record of the service says, once, or not at all. */
export async function openTrigger(): Promise<{ targets: Target[]; close: () => Promise<void> }> {
	const setup = await startTrigger({ callbacks: { lost: true } });
	const { emulator, engine, n8n } = setup;
	const [done = '', failed = '', open = ''] = await setup.images(3);
	emulator.jobs.complete(done);
	emulator.jobs.fail(failed, 'Too dark');
	const ids = { done, failed, open, unknown: 'aaaaaaaaaaaaaaaaaaaaaaaa' };
	const statusOf: Record<string, string> = { [done]: 'completed', [failed]: 'failed' };

	const bodyOf = ({ job, status, content, by, ageMs, envelope, raw }: Call) => {
		if (by === 'text') return raw;
		const told = {
			_id: ids[job],
			status,
			type: 'image',
			url: 'http://127.0.0.1:9/a.png',
			...Object.fromEntries(content),
		};
		if (by === 'plain') return JSON.stringify(told);
		const { clientId } = emulator;
		const clientSecret = by === 'signed' ? emulator.clientSecret : 'the-secret-of-a-stranger-32-long';
		const sealed = seal(told, { clientId, clientSecret }, Date.now() - ageMs, '1529');
		return JSON.stringify({ ...sealed, ...Object.fromEntries(envelope) });
	};

	const started = new Set<string>();
	const property = fc.asyncProperty(call, async (given) => {
		engine.logs.clear();
		const runs = n8n.runs.length;
		const body = bodyOf(given);
		const headers = { 'content-type': given.contentType };
		const answer = await inTime(fetch(n8n.url + given.query, { method: 'POST', headers, body }), SECONDS);
		const said = await answer.text();
		if (!ANSWERS.has(answer.status)) throw new Found(`It is answered ${answer.status}: ${said}`);
		const [thrown] = n8n.thrown.splice(0);
		if (thrown !== undefined) throw new Found(`It throws: ${String(thrown)}`);
		const secrets = [emulator.clientSecret];
		requireClear(said, secrets, '');
		requireClear(engine.logs.lines.map(({ message }) => message).join('\n'), secrets, shown([body, given]));
		for (const run of n8n.runs.slice(runs)) {
			const items = run.json('Trigger');
			if (JSON.stringify(items).includes(emulator.clientSecret)) throw new Found('A secret is put out');
			for (const { id, status } of items) {
				const event = `${String(id)} ${String(status)}`;
				if (statusOf[String(id)] !== status) throw new Found(`A run starts with ${JSON.stringify(items)}`);
				if (started.has(event)) throw new Found(`A second run starts for ${event}`);
				started.add(event);
			}
		}
	});
	return {
		targets: [target('the trigger, with any callback', property)],
		close: async () => await setup.close(),
	};
}
