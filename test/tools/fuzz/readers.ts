import { createCipheriv, createHash } from 'node:crypto';
import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';
import { resources as avatarVideo } from '../../../nodes/AvatarVideo/resources';
import { resources as faceSwap } from '../../../nodes/FaceSwap/resources';
import { resources as imageGeneration } from '../../../nodes/ImageGeneration/resources';
import { collectAnswer } from '../../../nodes/LiveAvatar/chat/collector';
import { resources as liveAvatar } from '../../../nodes/LiveAvatar/resources';
import { resources as videoTranslation } from '../../../nodes/VideoTranslation/resources';
import { openCallback, readReference } from '../../../nodes/shared/callbacks';
import { fromDetection, readPictures } from '../../../nodes/shared/faces';
import { fileOf } from '../../../nodes/shared/jobs/file';
import { jobKinds, type JobState } from '../../../nodes/shared/jobs/kinds';
import { jobItem } from '../../../nodes/shared/jobs/output';
import { avatarsOf } from '../../../nodes/shared/lists/avatars';
import { ItemFailure } from '../../../nodes/shared/operation/failure';
import { errorMap } from '../../../nodes/shared/operation/parameters/messages';
import { invalidFields } from '../../../nodes/shared/operation/readParameters';
import { fieldsOf } from '../../../nodes/shared/operation/nodeProperties';
import { createSettingsOf, readSettings } from '../../../nodes/shared/operation/settings';
import type { Operation } from '../../../nodes/shared/operation/types';
import * as records from '../../../nodes/shared/service/records';
import { asError, ServiceError } from '../../../nodes/shared/transport/serviceError';
import { hostsOf } from '../../../nodes/shared/transport/hosts';
import { readPayload } from '../../../nodes/shared/transport/readPayload';
import { readRetryAfter } from '../../../nodes/shared/transport/retry';
import { judge } from '../../../nodes/shared/transport/verdict';
import { Found, requireClear } from './clear';
import { target, type Target } from './target';
import { json, text, value } from './values';

const KEYS = { clientId: 'client-of-the-fuzzing', clientSecret: 'a-secret-of-32-characters-length' };
const NOW = Date.parse('2030-01-01');
const SECRETS = [KEYS.clientSecret];
const { service } = hostsOf({ baseUrl: 'https://api.example.com' });

/** What people see of something that went wrong must be one of the package's own errors. */
function requireOwn(work: () => unknown, given: unknown): void {
	try {
		work();
	} catch (thrown) {
		const error = asError(thrown);
		const isOwn = error instanceof ServiceError || error instanceof ItemFailure || error.name === 'FaceError';
		if (!isOwn) throw new Found(`${error.name}: ${error.message}\n${error.stack ?? ''}`);
		const said = error instanceof ItemFailure ? error.details.description : undefined;
		const described = error instanceof ServiceError ? error.description : said;
		requireClear(`${error.message} ${described ?? ''}`, SECRETS, shown(given));
	}
}

/** What was given, as a message may quote it. */
export function shown(given: unknown): string {
	const seen = JSON.stringify(given, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
	return `${seen ?? ''} ${String(given === undefined || given === null ? given : '')}`;
}

const operations: Operation[] = [
	avatarVideo,
	faceSwap,
	imageGeneration,
	liveAvatar,
	videoTranslation,
].flatMap((resources) => resources.flatMap(({ operations: all }) => [...all]));

/** Parameters of an operation: some fields of any value, in the form of their control or not. */
const parameters = fc.constantFrom(...operations).chain((operation) =>
	fc
		.record(Object.fromEntries(fieldsOf(operation).map((field) => [field.name, valueOf(field)])), {
			requiredKeys: [],
		})
		.map((given) => ({ operation, given })),
);

function valueOf(field: INodeProperties): fc.Arbitrary<unknown> {
	const { type, options = [] } = field;
	const fields = (all: readonly INodeProperties[]) =>
		fc.record(Object.fromEntries(all.map((each) => [each.name, valueOf(each)])), { requiredKeys: [] });
	const usual = fc.oneof(fc.constant(field.default as unknown), value);
	if (type === 'resourceLocator') {
		const mode = fc.constantFrom('url', 'binary', 'id', 'list', 'other');
		return fc.oneof(usual, fc.record({ __rl: fc.constant(true), mode, value }));
	}
	if (type === 'collection') return fc.oneof(usual, fields(options as INodeProperties[]));
	if (type !== 'fixedCollection') return usual;
	const groups = options as Array<{ name: string; values: INodeProperties[] }>;
	return fc.oneof(
		usual,
		fc.record(
			Object.fromEntries(
				groups.map(({ name, values }) => [name, fc.array(fields(values), { maxLength: 4 })]),
			),
		),
	);
}

/** A callback as the service signs it, whatever is in it. */
function sealed(content: string) {
	const cipher = createCipheriv('aes-256-cbc', KEYS.clientSecret, Buffer.from(KEYS.clientId).subarray(0, 16));
	const dataEncrypt = Buffer.concat([cipher.update(content), cipher.final()]).toString('base64');
	const [timestamp, nonce] = [String(NOW), '1529'];
	const strings = [KEYS.clientId, timestamp, nonce, dataEncrypt].sort().join('');
	return { signature: createHash('sha1').update(strings).digest('hex'), dataEncrypt, timestamp, nonce };
}

const SIGNED = [
	'signature',
	'dataEncrypt',
	'timestamp',
	'nonce',
	'data',
	'_id',
	'status',
	'type',
	'url',
] as const;
const callback = fc.oneof(
	json,
	fc.record(Object.fromEntries(SIGNED.map((name) => [name, json])), { requiredKeys: [] }),
	fc
		.oneof(
			text,
			json.map((given) => JSON.stringify(given)),
		)
		.map(sealed),
	fc
		.tuple(fc.constantFrom(...SIGNED.slice(0, 4)), json)
		.map(([name, given]) => ({ ...sealed('{"_id":"a"}'), [name]: given })),
);

const FIELDS = [
	'_id',
	'job_id',
	'status',
	'faceswap_status',
	'video_status',
	'image_status',
	'url',
	'video',
	'image',
].concat(
	[
		'error_code',
		'error_msg',
		'error_reason',
		'createdAt',
		'create_time',
		'deduction_credit',
		'buttons',
		'upscaled_urls',
	],
	[
		'lipsync',
		'lipsync_video_url',
		'stream_urls',
		'landmarks',
		'landmarks_str',
		'region',
		'type',
		'from',
		'avatar_id',
	],
);
const usual = fc.constantFrom<unknown>(
	'id-1',
	3,
	'3',
	4,
	2,
	'https://example.com/a.mp4',
	'2030-01-01T00:00:00Z',
);
const record = fc.record(Object.fromEntries(FIELDS.map((name) => [name, fc.oneof(usual, json)])), {
	requiredKeys: [],
});
const payload = fc.oneof(
	json,
	record,
	fc.array(record, { maxLength: 3 }),
	fc.record({ result: fc.array(record, { maxLength: 3 }) }),
);
const envelope = fc.oneof(
	payload,
	fc.record(
		{
			code: fc.oneof(fc.constantFrom<unknown>(1000, '1000', 1003, 1101, 500), json),
			msg: json,
			data: payload,
		},
		{ requiredKeys: [] },
	),
);

const schemas = Object.values(records).flatMap((schema) => ('safeParse' in schema ? [schema] : []));
const request = { method: 'POST', path: '/x', intent: 'create', group: 'faceSwap' } as const;

const frame = fc.oneof(
	text,
	json.map((given) => JSON.stringify(given)),
	fc
		.record(
			{
				type: fc.oneof(fc.constant('chat'), json),
				payload: fc.oneof(
					json,
					fc.record(
						{ message_id: fc.oneof(fc.constant('m'), json), answer: json, code: json },
						{ requiredKeys: [] },
					),
				),
				code: json,
				msg: json,
			},
			{ requiredKeys: [] },
		)
		.map(({ payload: inner, ...rest }) =>
			JSON.stringify({ ...rest, payload: JSON.stringify(inner) ?? inner }),
		),
);

/** Rooms without effects: thousands of tries a second. */
export const readers: Target[] = [
	target(
		'parameters',
		fc.property(parameters, ({ operation, given }) => {
			const refused = (error: Parameters<typeof invalidFields>[1]) =>
				requireOwn(() => {
					throw invalidFields(fieldsOf(operation), error);
				}, given);
			const schema = operation.type === 'create' ? createSettingsOf(operation) : readSettings;
			requireOwn(() => {
				const settings = schema.safeParse(given, { errorMap: errorMap });
				if (!settings.success) refused(settings.error);
				const bound = operation.bind(given);
				if (!bound.ok) refused(bound.error);
			}, given);
		}),
	),
	target(
		'callbacks',
		fc.property(callback, fc.constantFrom('signed' as const, 'signedOrPlain' as const), (body, accept) => {
			const opened = openCallback(body, KEYS, accept, NOW);
			if (!opened.ok) requireClear(opened.refusal.reason, SECRETS, shown(body));
			else if (typeof opened.value.id !== 'string') throw new Found('The ID is no text');
		}),
	),
	target(
		'references',
		fc.property(json, json, (reference, referenceSignature) => {
			readReference({ reference, referenceSignature } as never, KEYS.clientSecret);
		}),
	),
	target(
		'answers of the service',
		fc.property(envelope, fc.constantFrom(200, 204, 301, 400, 404, 429, 500, 502), (body, status) => {
			const verdict = judge({ status, body }, request, service);
			if (verdict.kind !== 'answered') {
				const { message, description } = verdict;
				requireClear(`${message} ${description}`, SECRETS, shown(body));
				return;
			}
			for (const schema of schemas)
				requireOwn(() => readPayload(request, verdict.data, schema as never), body);
			for (const kind of Object.values(jobKinds)) {
				requireOwn(() => {
					const states = [kind.created, kind.read.answer(['a'])].flatMap((schema) =>
						[readPayload(request, verdict.data, schema as never)].flat(),
					);
					for (const state of states) {
						const item = state ? jobItem({ kind, state: state as JobState }, true) : {};
						if (Object.values(item).some((each) => typeof each === 'number' && !Number.isFinite(each))) {
							throw new Found(`A number that is none in ${JSON.stringify(item)}`);
						}
						JSON.stringify(item);
					}
				}, body);
			}
			requireOwn(() => {
				const detection = records.detectionAnswer.safeParse(verdict.data);
				if (detection.success) fromDetection(detection.data, 'https://example.com/a.png');
			}, body);
			if (Array.isArray(verdict.data)) avatarsOf(verdict.data as never);
		}),
	),
	target(
		'detections that are given',
		fc.property(value, (given) => {
			requireOwn(() => readPictures(given, 'Source'), given);
		}),
	),
	target(
		'names of files',
		fc.property(text, text, json, text, (name, encoded, type, path) => {
			const disposition = `attachment; filename="${name}"; filename*=utf-8''${encoded}`;
			for (const given of [disposition, `filename=${name}`, json]) {
				const file = fileOf(
					`https://example.com/${path}`,
					{ 'content-disposition': given, 'content-type': type },
					{ fallbackExtension: 'mp4' },
				);
				const isBad =
					file.name === '' ||
					file.name.length > 210 ||
					/[\\/\p{Cc}]/u.test(file.name) ||
					/^\.+$/.test(file.name);
				if (isBad) throw new Found(`A file is named ${JSON.stringify(file.name)}`);
				encodeURIComponent(file.name);
			}
		}),
	),
	target(
		'pauses that are asked for',
		fc.property(json, (header) => {
			const pause = readRetryAfter(header as never, NOW);
			if (pause !== undefined && !Number.isFinite(pause)) throw new Found(`A pause of ${pause}`);
		}),
	),
	target(
		'frames of a chat',
		fc.property(fc.array(frame, { maxLength: 8 }), (frames) => {
			const collector = collectAnswer(
				{ messageId: 'm', question: 'How?' },
				{ answerTimeoutMs: 10, quietMs: 10 },
				0,
			);
			for (const [index, each] of frames.entries()) {
				collector.take(each, index);
				requireOwn(() => collector.end(index), each);
			}
			if (typeof collector.soFar() !== 'string') throw new Found('The answer is no text');
			let answer: unknown = 'a refusal';
			requireOwn(() => (answer = collector.end(10 ** 9)), frames);
			if (answer === undefined) throw new Found('It never ends');
		}),
	),
];
