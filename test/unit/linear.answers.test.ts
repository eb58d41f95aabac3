import { createCipheriv, createHash } from 'node:crypto';
import { openCallback, readReference } from '../../nodes/shared/callbacks';
import { AnswerReader } from '../../nodes/LiveAvatar/chat/answer';
import { closed, explain } from '../../nodes/LiveAvatar/chat/failures';
import { sendMessage } from '../../nodes/LiveAvatar/operations/chat/sendMessage';
import { fromDetection, numberFaces } from '../../nodes/shared/faces';
import { FileRefused } from '../../nodes/shared/jobs/download';
import { fileOf } from '../../nodes/shared/jobs/file';
import { jobKinds } from '../../nodes/shared/jobs/kinds';
import { jobItem } from '../../nodes/shared/jobs/output';
import { matching } from '../../nodes/shared/lists/search';
import { explainCode } from '../../nodes/shared/service/codes';
import { openEnvelope } from '../../nodes/shared/service/envelope';
import * as records from '../../nodes/shared/service/records';
import { readFault } from '../../nodes/shared/transport/faults';
import { hostsOf } from '../../nodes/shared/transport/hosts';
import { Secrets } from '../../nodes/shared/transport/redact';
import { readRetryAfter } from '../../nodes/shared/transport/retry';
import { judge } from '../../nodes/shared/transport/verdict';
import { growsWithLength, worstTexts } from '../support/work';

jest.setTimeout(300_000);

const KEYS = { clientId: 'client-of-a-test', clientSecret: 'a-secret-of-32-characters-length' };
const NOW = Date.parse('2030-01-01');
const asked = { messageId: 'm', question: 'How are you?', answerTimeout: 1, quietTime: 1 };
const newReader = () => new AnswerReader({ ...asked, endsAt: Infinity, askedAt: 0 });
const { service } = hostsOf({ baseUrl: 'https://api.example.com' });
const request = { method: 'GET', path: '/x', intent: 'repeatable', group: 'faceSwap' } as const;

/** Every field that any record of the service has, with the same text in all of them. */
const FIELDS = [
	...['_id', 'job_id', 'status', 'faceswap_status', 'video_status', 'image_status', 'url', 'video', 'image'],
	...[
		'error_code',
		'error_msg',
		'error_reason',
		'createdAt',
		'create_time',
		'update_time',
		'deduction_credit',
	],
	...[
		'avatar_id',
		'name',
		'from',
		'type',
		'voice_id',
		'lang_code',
		'lang_name',
		'lipsync',
		'lipsync_video_url',
	],
	...[
		'credit',
		'token',
		'trx_id',
		'seconds',
		'input_text',
		'rate',
		'gender',
		'thumbnailUrl',
		'preview',
		'code',
		'msg',
	],
];
const recordOf = (text: string) => ({
	...Object.fromEntries(FIELDS.map((field) => [field, text])),
	buttons: [text],
	upscaled_urls: [text],
	landmarks_str: [text],
	landmarks: [[[text, text]]],
	region: [[text]],
	stream_urls: { client_chat_room_url: text, client_pull_stream_url: text, server_chat_room_url: text },
	[text]: text,
});

/** A callback as the service signs it, with these fields in its content. */
function sealed(content: object) {
	const cipher = createCipheriv('aes-256-cbc', KEYS.clientSecret, Buffer.from(KEYS.clientId).subarray(0, 16));
	const dataEncrypt = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]).toString(
		'base64',
	);
	const [timestamp, nonce] = [String(NOW), '1529'];
	const strings = [KEYS.clientId, timestamp, nonce, dataEncrypt].sort().join('');
	return { signature: createHash('sha1').update(strings).digest('hex'), dataEncrypt, timestamp, nonce };
}

const readers: Array<[string, (text: string) => unknown]> = [
	['an answer', (text) => openEnvelope(text)],
	[
		'a refusal',
		(text) => judge({ status: 200, body: { code: text, msg: text, message: text } }, request, service),
	],
	[
		'a refusal with a code',
		(text) => judge({ status: 200, body: { code: 1003, msg: text } }, request, service),
	],
	['the page of a gateway', (text) => judge({ status: 502, body: text }, request, service)],
	['the name of a field', (text) => openEnvelope({ [text]: 1 })],
	['a text of the service', (text) => explainCode(77, text, 'token')],
	[
		'a refused detection',
		(text) => {
			const answer = records.detectionAnswer.parse({ error_code: 5_001, error_msg: text });
			return numberFaces([fromDetection(answer, text)], 'leftToRight', 'New Face');
		},
	],
	[
		'keys in an answer',
		(text) => new Secrets(KEYS.clientSecret, 'aaaaaaaaaaaaaaab').redactAll(recordOf(text)),
	],
	['a pause', (text) => readRetryAfter(text, NOW)],
	['why nothing was sent', (text) => readFault(new Error(text), service)],
	['the name of a file', (text) => fileOf(text, { 'content-disposition': text, 'content-type': text })],
	['the encoded name of a file', (text) => fileOf('', { 'content-disposition': `filename*=utf-8''${text}` })],
	['a file that is refused', (text) => new FileRefused(text, text.slice(0, 10))],
	['what was typed into a list', (text) => matching([{ name: text, value: text }], text.slice(0, 200))],
	['a plain callback', (text) => openCallback(recordOf(text), KEYS, 'signedOrPlain', NOW)],
	[
		'a callback with one long field',
		(text) => openCallback({ _id: 'a', status: 3, url: text }, KEYS, 'signed', NOW),
	],
	[
		'the content of a callback',
		(text) => {
			// Sealing it takes most of the time, so it has one field of each sort; a plain callback has them all.
			const content = { _id: text, status: text, type: text, data: [text], [text]: text };
			return openCallback(sealed(content), KEYS, 'signed', NOW);
		},
	],
	...['signature', 'dataEncrypt', 'timestamp', 'nonce'].map((field): [string, (text: string) => unknown] => [
		`the ${field} of a callback`,
		(text) => openCallback({ ...sealed({ _id: 'a', status: 3 }), [field]: text }, KEYS, 'signed', NOW),
	]),
	[
		'the reference of a callback',
		(text) => readReference({ reference: text, referenceSignature: text }, 'secret'),
	],
	['a frame of a chat', (text) => newReader().take(text, 0)],
	[
		'fields of a frame',
		(text) => newReader().take(JSON.stringify({ type: 'chat', payload: text, code: text, msg: text }), 0),
	],
	[
		'a part of an answer',
		(text) =>
			newReader().take(JSON.stringify({ type: 'chat', payload: { message_id: 'm', answer: text } }), 0),
	],
	['the address of a chat room', (text) => sendMessage.bind({ serverChatRoomUrl: `wss://x/${text}` })],
	[
		'the end of a chat',
		(text) =>
			explain(
				closed(1000, text),
				{ url: text, heard: text },
				{
					send: async () => await Promise.reject(new Error('not asked')),
				},
			),
	],
];

test.each(readers)('%s: the work for a text grows with its length alone', (_name, read) => {
	const slow = Object.entries(worstTexts).filter(([, text]) => !growsWithLength(text, read));
	expect(slow.map(([name]) => name)).toEqual([]);
});

const schemas = Object.entries(records).flatMap(([name, schema]) =>
	'safeParse' in schema ? [[name, schema] as const] : [],
);

test.each(schemas)('%s: the work for a field of a record grows with its length alone', (_name, schema) => {
	const slow = Object.entries(worstTexts).filter(
		([, text]) => !growsWithLength(text, (each) => schema.safeParse([recordOf(each)])),
	);
	expect(slow.map(([name]) => name)).toEqual([]);
});

test.each(Object.values(jobKinds))(
	'$label: the work for a field of its record grows with its length alone',
	(kind) => {
		const work = (text: string) => {
			for (const schema of [kind.created, kind.read.answer([text])]) {
				const parsed = schema.safeParse([recordOf(text)]);
				const [state] = parsed.success ? [parsed.data].flat() : [];
				if (state) jobItem({ kind, state }, false);
			}
		};
		const slow = Object.entries(worstTexts).filter(([, text]) => !growsWithLength(text, work));
		expect(slow.map(([name]) => name)).toEqual([]);
	},
);

test('the work for a detection grows with its faces alone', () => {
	const facesOf = (length: number) =>
		Array.from({ length: length / 20 }, (_, index) => `${index},2:3,4:5,6:7,8`);
	const work = (landmarks_str: string[]) => {
		const parsed = records.detectionAnswer.parse({ error_code: 0, landmarks_str });
		return fromDetection(parsed, 'https://example.com/a.png');
	};
	expect(growsWithLength(facesOf, work)).toBe(true);
});

test('the work for a chat grows with its frames alone', () => {
	const frame = JSON.stringify({ type: 'chat', payload: { message_id: 'm', answer: 'a word' } });
	const work = (frames: number) => {
		const reader = newReader();
		for (let count = 0; count < frames; count++) {
			reader.take(frame, count / 1_000);
			reader.end(count / 1_000);
		}
	};
	expect(growsWithLength((length) => length / frame.length, work)).toBe(true);
});
