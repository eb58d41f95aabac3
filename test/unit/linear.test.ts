import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { z } from 'zod/v3';
import { AnswerReader } from '../../nodes/LiveAvatar/chat/answer';
import { closed, explain } from '../../nodes/LiveAvatar/chat/failures';
import { sendMessage } from '../../nodes/LiveAvatar/operations/chat/sendMessage';
import { openCallback, readReference, withReference } from '../../nodes/shared/callbacks';
import { fromDetection, numberFaces, parseFaceItems, readImages } from '../../nodes/shared/faces';
import { FileRefused } from '../../nodes/shared/jobs/download';
import { fileOf } from '../../nodes/shared/jobs/file';
import { jobKinds } from '../../nodes/shared/jobs/kinds';
import { jobItem } from '../../nodes/shared/jobs/output';
import { matching } from '../../nodes/shared/lists/search';
import { errorMap } from '../../nodes/shared/operation/parameters/messages';
import { explainCode } from '../../nodes/shared/service/codes';
import { openEnvelope } from '../../nodes/shared/service/envelope';
import * as records from '../../nodes/shared/service/records';
import { parseJson } from '../../nodes/shared/service/values';
import { readFault } from '../../nodes/shared/transport/faults';
import { hostsOf, normalizeAddress } from '../../nodes/shared/transport/hosts';
import { isPrivateAddress } from '../../nodes/shared/transport/privateAddress';
import { Secrets } from '../../nodes/shared/transport/redact';
import { readRetryAfter } from '../../nodes/shared/transport/retry';
import { judge } from '../../nodes/shared/transport/verdict';
import { seal } from '../emulator';
import { growsWithLength, timeOf, worstTexts } from '../support/work';

/* A hostile or broken text must not hold n8n's single thread, so the work for it may only grow with its length. */

jest.setTimeout(300_000);

const KEYS = { clientId: 'client-of-a-test', clientSecret: 'a-secret-of-32-characters-length' };
const NOW = Date.parse('2030-01-01');
const asked = { messageId: 'm', question: 'How are you?', answerTimeout: 1, quietTime: 1 };
const newReader = () => new AnswerReader({ ...asked, endsAt: Infinity, askedAt: 0 });
const { service } = hostsOf({ baseUrl: 'https://api.example.com' });
const request = { method: 'GET', path: '/x', intent: 'repeatable', group: 'faceSwap' } as const;
const judged = (status: number, body: unknown) => judge({ status, body }, request, service);

/** Every field that any record of the service has, with the same text in all of them. */
const FIELDS = `_id job_id status faceswap_status video_status image_status url video image error_code error_msg
	error_reason createdAt create_time update_time deduction_credit avatar_id name from type voice_id lang_code lang_name
	lipsync lipsync_video_url credit token trx_id seconds input_text rate gender thumbnailUrl preview code msg`;
const recordOf = (text: string) => ({
	...Object.fromEntries(FIELDS.split(/\s+/).map((field) => [field, text])),
	buttons: [text],
	upscaled_urls: [text],
	landmarks_str: [text],
	landmarks: [[[text, text]]],
	region: [[text]],
	stream_urls: { client_chat_room_url: text, client_pull_stream_url: text, server_chat_room_url: text },
	[text]: text,
});

const sealed = (content: object) => seal(content, KEYS, NOW, '1529');
const open = (body: object) => openCallback(body, KEYS, 'signedOrPlain', NOW);
const refusedDetection = (text: string) => {
	const answer = records.detectionAnswer.parse({ error_code: 5_001, error_msg: text });
	return numberFaces([fromDetection(answer, text)], 'leftToRight', 'New Face');
};
const frame = (payload: unknown) => JSON.stringify({ type: 'chat', payload });
const send = async () => await Promise.reject(new Error('not asked'));

const readers: Record<string, (text: string) => unknown> = {
	'a JSON text': (text) => parseJson(`[${JSON.stringify(text)},66012345678901234567]`),
	'the name of a field': (text) => openEnvelope({ [text]: 1 }),
	'a refusal': (text) => judged(200, { code: text, msg: text, message: text }),
	'a refusal with a code': (text) => judged(200, { code: 1003, msg: text }),
	'the page of a gateway': (text) => judged(502, text),
	'a text of the service': (text) => explainCode(77, text, 'token'),
	'a refused detection': refusedDetection,
	'keys in an answer': (text) => new Secrets(KEYS.clientSecret, 'aaaaaaaaaaaaaaab').redactAll(recordOf(text)),
	'a pause': (text) => readRetryAfter(text, NOW),
	'the reason of an unsent request': (text) => readFault(new Error(text), service),
	'the name of a file': (text) => fileOf(text, { 'content-disposition': text, 'content-type': text }),
	'the encoded name of a file': (text) => fileOf('', { 'content-disposition': `filename*=utf-8''${text}` }),
	'a file that is refused': (text) => new FileRefused(text, text.slice(0, 10)),
	'a search in a list': (text) => matching([{ name: text, value: text }], text.slice(0, 200)),
	'a plain callback': (text) => open(recordOf(text)),
	'a callback with one long field': (text) => open({ _id: 'a', status: 3, url: text }),
	// Sealing takes most of the time, so the content has only one field of each sort.
	'the content of a callback': (text) =>
		open(sealed({ _id: text, status: text, type: text, data: [text], [text]: text })),
	'the reference of a callback': (text) =>
		readReference({ reference: text, referenceSignature: text }, 'secret'),
	'a frame of a chat': (text) => newReader().take(text, 0),
	'fields of a frame': (text) =>
		newReader().take(JSON.stringify({ type: 'chat', payload: text, code: text, msg: text }), 0),
	'a part of an answer': (text) => newReader().take(frame({ message_id: 'm', answer: text }), 0),
	'the address of a chat room': (text) =>
		sendMessage.bind({ options: { serverChatRoomUrl: `wss://x/${text}` } }),
	'the end of a chat': (text) => explain(closed(1000, text), { heard: text }, { send }),
	faces: (text) => parseFaceItems(text, 'Faces'),
	'a face': (text) => parseFaceItems([{ path: text, opts: text }], 'Faces'),
	detections: (text) => readImages(text, 'Source'),
	'a detection': (text) => readImages({ imageUrl: text, landmarks_str: [text], landmarks: text }, 'Source'),
	'faces of a detection': (text) => readImages({ faces: [{ opts: text, videoOpts: text }] }, 'Source'),
	'an address of the credential': (text) => normalizeAddress(text, 'Base URL'),
	'an address of this n8n': isPrivateAddress,
	'a reference': (text) => withReference('https://example.com/', text, 'secret'),
	'a wrong value': (text) => z.string().max(1).safeParse(text, { errorMap }),
};
for (const field of ['signature', 'dataEncrypt', 'timestamp', 'nonce']) {
	readers[`the ${field} of a callback`] = (text) =>
		open({ ...sealed({ _id: 'a', status: 3 }), [field]: text });
}
for (const [name, schema] of Object.entries(records)) {
	if ('safeParse' in schema) readers[`the record ${name}`] = (text) => schema.safeParse([recordOf(text)]);
}
for (const kind of Object.values(jobKinds)) {
	readers[`the job ${kind.label}`] = (text) => {
		for (const schema of [kind.created, kind.read.answer([text])]) {
			const parsed = schema.safeParse([recordOf(text)]);
			const [state] = parsed.success ? [parsed.data].flat() : [];
			if (state) jobItem({ kind, state }, false);
		}
	};
}

test.each(Object.entries(readers))('%s takes work in proportion to its length', (_name, read) => {
	const slow = Object.entries(worstTexts).filter(([, text]) => !growsWithLength(text, read));
	expect(slow.map(([name]) => name)).toEqual([]);
});

/** Each regular expression of the source. */
function expressionsIn(file: string): RegExp[] {
	const found: RegExp[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replace(/[gy]/g, '')));
		}
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
	return found;
}

const LETTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** Repeats each character and each word of an expression, up to an end that does not fit. */
function* textsFor({ source }: RegExp): Generator<string> {
	const words = source.match(/[^\\[\](){}.*+?|^$]{2,}/g) ?? [];
	for (const piece of [...LETTERS, ...words]) {
		for (const begin of ['', ...words]) {
			for (const end of ['x', '\n']) yield begin + piece.repeat(10_000 / piece.length) + end;
		}
	}
}

test('no regular expression takes quadratic work for texts of its own characters', () => {
	const expressions = globSync('{nodes,credentials}/**/*.ts').flatMap(expressionsIn);
	expect(expressions.length).toBeGreaterThan(100);
	// Linear work takes less than a millisecond, and quadratic work more than 50.
	const isSlow = (expression: RegExp, text: string) =>
		[1, 2, 3].every(() => timeOf(() => expression.test(text)) > 15);
	const slow = expressions.filter((expression) =>
		[...textsFor(expression)].some((text) => isSlow(expression, text)),
	);
	expect(slow).toEqual([]);
});

test('a chat takes work in proportion to its frames', () => {
	const part = frame({ message_id: 'm', answer: 'a word' });
	const work = (frames: number) => {
		const reader = newReader();
		for (let count = 0; count < frames; count++) {
			reader.take(part, count / 1_000);
			reader.end(count / 1_000);
		}
	};
	expect(growsWithLength((length) => length / part.length, work)).toBe(true);
});
