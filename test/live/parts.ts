import WebSocket from 'ws';
import { z } from 'zod/v3';
import { openCallback } from '../../nodes/shared/callbacks/open';
import { jobKinds } from '../../nodes/shared/jobs/kinds';
import { detectionAnswer, listOf } from '../../nodes/shared/service/records';
import { parseJson } from '../../nodes/shared/service/values';
import { closeSessions, NotAnswered, sessionsOf, type LiveRecord, type Part, type Step } from './pass';
import type { Question } from './questions';

const { faceSwap, image, video, audio } = jobKinds;
const rows = listOf(z.record(z.unknown()), ['result', 'list', 'lang_list']);

/** @throws NotAnswered if the answer is no list */
async function rowsOf(step: Step, path: string, query?: object) {
	const read = rows.safeParse(await step.data(path, query));
	if (read.success) return read.data;
	throw new NotAnswered(`${path} answered no list`);
}

async function pagesOf(step: Step, path: string, id: string, query: object = {}) {
	const found = new Map<unknown, Record<string, unknown>>();
	for (let page = 1; page <= 100; page++) {
		const before = found.size;
		for (const row of await rowsOf(step, path, { ...query, page, size: 100 })) found.set(row[id], row);
		if (found.size === before) break;
	}
	return [...found.values()];
}

/** The points of the faces. Undefined if there is no answer with faces. */
async function detect(step: Step, file: string, single_face: boolean): Promise<string[] | undefined> {
	const body = { image_url: `${step.service.files}/${file}`, single_face };
	const { code, msg, data, ms } = await step.read('/detect', {}, body);
	const found = (detectionAnswer.safeParse(data).data?.landmarks_str ?? []).filter(Boolean).map(String);
	step.see(
		`${file}, single_face ${single_face}: ${found.length} faces, code ${code}${msg && ` (${msg})`}, ${ms} ms`,
	);
	return found.length > 0 ? found : undefined;
}

const SWAP = '/faceswap/highquality/specifyimage';
const RECORDS = '/faceswap/result/listbyids';
const TRANSLATE = '/content/video/createbytranslate';
const AVATARS = '/avatar/list';
const WHOLE = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };

/** Whether a list call of these IDs has the last of them. */
const isListed = async (step: Step, ...ids: string[]) =>
	(await rowsOf(step, RECORDS, { _ids: ids.join(',') })).some(({ _id }) => _id === ids.at(-1));

/** The face at the right of an image. @throws NotAnswered */
async function faceOf(step: Step, file: string) {
	const x = (text: string) => Number(text.split(',')[0]);
	const opts = (await detect(step, file, false))?.sort((a, b) => x(a) - x(b)).at(-1);
	if (opts === undefined) throw new NotAnswered(`No face was found in ${file}`);
	return { path: `${step.service.files}/${file}`, opts };
}

async function swap(step: Step, label: string, file: string, target: object, source = 'portrait-ada.png') {
	const body = {
		targetImage: [target],
		sourceImage: [await faceOf(step, source)],
		modifyImage: `${step.service.files}/${file}`,
		face_enhance: 0,
	};
	return await step.made(label, SWAP, body);
}

/** The ID to make a video with, and the record. @throws NotAnswered */
async function materialOf(step: Step) {
	const avatar = (await pagesOf(step, AVATARS, '_id', { from: 2 })).find(({ type }) => type !== 2);
	const [voice] = await pagesOf(step, '/voice/list', 'voice_id');
	return { avatar_id: avatar?.avatar_id, voice_id: voice?.voice_id };
}

/** Only a refusal with 1003, and another body that is taken, say no. @throws NotAnswered */
async function takes(step: Step, question: Question, path: string, wanted: object, safe: object) {
	// A run before may have sent the second body.
	const isSent = step.wasSent('as documented');
	const first = isSent ? 1003 : await step.make('as assumed', path, wanted);
	if (typeof first !== 'number') return (step.answer(question, true), first);
	if (first !== 1003) throw new NotAnswered(`The create was refused with ${first}`);
	const second = await step.made('as documented', path, safe);
	step.answer(question, false);
	return second;
}

/** Whether a job of this run left the balance as it was. */
async function isFree(step: Step, question: Question, label: string, { _id }: LiveRecord) {
	const { before } = step.notes.sent[label] ?? {};
	await step.settle();
	const after = await step.balance();
	step.see(`balance ${before} before and ${after} after it`);
	if (!step.fresh.has(_id) || before === undefined || after === undefined) return;
	if (after < before) step.answer(question, false);
	if (after === before && step.notes.movesMs !== undefined) step.answer(question, true);
}

const isLess = (after: number | undefined, before: number | undefined) =>
	after !== undefined && before !== undefined && after < before;

/** Twice, because a charge of something else may come late. */
async function isDetectionFree(step: Step, file: string): Promise<void> {
	const changes = new Set<boolean>();
	for (let tries = 0; tries < 2; tries++) {
		const before = await step.balance();
		const found = await detect(step, file, false);
		await step.settle();
		const after = await step.balance();
		if (!found || before === undefined || after === undefined) return;
		changes.add(after === before);
	}
	const [isFreeTwice, ...others] = changes;
	if (isFreeTwice !== undefined && others.length === 0) step.answer('detectFree', isFreeTwice);
}

const free: Part[] = [
	{
		name: 'Balance',
		asks: [],
		run: async (step) => step.see(`balance ${(await step.balance()) ?? 'not readable'}`),
	},
	{
		name: 'Avatars',
		asks: ['liveListed', 'detailById'],
		async run(step) {
			const avatars = await pagesOf(step, AVATARS, '_id', { from: 2 });
			const live = avatars.filter(({ type }) => type === 2);
			step.see(`${avatars.length} official avatars, ${live.length} for live sessions`);
			if (avatars.some(({ type }) => type !== undefined)) step.answer('liveListed', live.length > 0);
			const [avatar] = avatars;
			const read = async (id: unknown) => {
				const { kind, code, data } = await step.read('/avatar/detail', { id });
				const found = z.object({ avatar_id: z.unknown() }).safeParse([data].flat()[0]).data;
				step.see(`a detail is code ${code}`);
				return { kind, isThere: found !== undefined && found.avatar_id === avatar?.avatar_id };
			};
			const first = await read(avatar?._id);
			if (first.isThere) step.answer('detailById', true);
			else if (first.kind === 'refused' && (await read(avatar?.avatar_id)).isThere)
				step.answer('detailById', false);
		},
	},
	{
		name: 'Languages',
		asks: ['noVoice'],
		async run(step) {
			const languages = await rowsOf(step, '/language/list');
			const wanting = languages.filter(({ need_voice_id: needs }) => /^(true|1)$/.test(String(needs)));
			step.see(`${languages.length} languages, ${wanting.length} want a voice`);
			if (languages.length > 0) step.answer('noVoice', wanting.length === 0);
		},
	},
	{
		name: 'Sessions',
		asks: ['sessionListPost', 'sessionCodes'],
		async run(step) {
			step.see(`${(await sessionsOf(step)).length} open sessions`);
			const { code } = await step.read('/liveAvatar/session/detail', { id: 'f'.repeat(24) });
			step.see(`an unknown session is code ${code}`);
			if ([1216, 1008, 1009].includes(code)) step.answer('sessionCodes', code === 1216);
		},
	},
	{
		name: 'Face detection',
		asks: [],
		async run(step) {
			for (const single of [false, true]) await detect(step, 'people-2.png', single);
			await detect(step, 'blank.png', false);
		},
	},
];

const paid: Part[] = [
	{
		name: 'Swap the right face of two people',
		...{ cost: 'one image, or at most three if it fails', most: 3 },
		asks: ['wholePath', 'shortRecords', 'wholeList', 'detectFree', 'notTaken', 'fourStatuses', 'quotaForAll'],
		async run(step) {
			const file = 'people-2.png';
			let made = await swap(step, 'whole', file, await faceOf(step, file));
			const since = Date.now();
			let done = await step.end(made, faceSwap);
			step.answer('shortRecords', !('faceswap_type' in done.record));
			if (done.status === 'failed') {
				made = await swap(step, 'whole again', file, await faceOf(step, file));
				done = await step.end(made, faceSwap);
			}
			if (done.status === 'failed') {
				const crop = 'portrait-crop.png';
				const control = await swap(step, 'crop', crop, await faceOf(step, crop), crop);
				await step.result(control, faceSwap);
				return step.answer('wholePath', false);
			}
			await step.pause(3);
			const balance = await step.balance();
			const { before } = step.notes.sent[`${this.name}: whole`] ?? {};
			step.see(`balance ${before} before and ${balance} after it`);
			if (step.fresh.has(made._id) && isLess(balance, before)) {
				step.notes.movesMs = Date.now() - since;
				await isDetectionFree(step, file);
			}
			await step.look('wholePath', `Has only the right person a new face in ${done.resultUrl}?`);
			const unknown = Array.from({ length: 99 }, (_, index) => `${index}`.padStart(24, 'f'));
			const isInAll = async () => await isListed(step, ...unknown, made._id);
			const isThere = (await isInAll()) || (await isInAll());
			step.see(`in a list call of 100 IDs, the last record is ${isThere ? 'there' : 'missing'}`);
			if (isThere || (await isListed(step, made._id))) step.answer('wholeList', isThere);
		},
	},
	{
		name: 'A swap that must fail',
		...{ cost: 'nothing, or one image', most: 1 },
		asks: ['failedIsFree', 'deleteHides'],
		async run(step) {
			const target = { path: `${step.service.files}/blank.png`, opts: '1,1:2,1:1,2:2,2' };
			const made = await swap(step, 'blank', 'blank.png', target);
			// A run before may have deleted it.
			if (!step.fresh.has(made._id) && !(await isListed(step, made._id))) return;
			if ((await step.end(made, faceSwap)).status === 'failed')
				await isFree(step, 'failedIsFree', `${this.name}: blank`, made);
			const { kind } = await step.read('/faceswap/result/delbyids', {}, { _ids: made._id });
			if (kind !== 'answer') return;
			await step.settle();
			step.answer('deleteHides', !(await isListed(step, made._id)));
		},
	},
	{
		name: 'An age change that is cancelled',
		...{ cost: 'nothing, or one image', most: 1 },
		asks: ['ageRead', 'cancelFails', 'cancelFree'],
		async run(step) {
			const target = await faceOf(step, 'portrait-ada.png');
			const body = { targetImage: [target], face_reage: 20, modifyImage: target.path };
			const made = await step.made('age', '/faceswap/highquality/imgreage', body);
			const { kind, code } = await step.read('/faceswap/job/del', {}, { job_ids: made.job_id });
			step.see(`the cancel is code ${code}`);
			const isOdd = () => step.notes.answers.fourStatuses?.answer === 'no';
			const wasOdd = isOdd();
			const done = await step.end(made, faceSwap).catch((error: unknown) => {
				if (kind === 'answer' && isOdd() && !wasOdd) step.answer('cancelFails', false);
				throw error;
			});
			step.answer('ageRead', true);
			if (kind !== 'answer' || done.status !== 'failed') return;
			step.answer('cancelFails', true);
			await isFree(step, 'cancelFree', `${this.name}: age`, made);
		},
	},
	{
		name: 'An image with U1 and V1',
		...{ cost: 'three images', most: 3 },
		asks: ['fourVariations'],
		async run(step) {
			const { ear, callbackUrl: webhookUrl } = step.service;
			const request = { prompt: 'A red cup', scale: '1:1', ...(ear && { webhookUrl }) };
			const made = await step.made('image', '/content/image/createbyprompt', request);
			await step.result(made, image);
			for (const button of ['U1', 'V1']) {
				const body = { _id: made._id, button };
				const pressed = await step.made(button, '/content/image/createbybutton', body);
				await step.end(pressed, image);
				// They may come after the status.
				await step.settle();
				const { record, status, resultUrl } = await step.end(pressed, image);
				const urls = z.array(z.string()).catch([]).parse(record.upscaled_urls);
				step.see(`${button} has ${urls.length} upscaled_urls`);
				if (button === 'V1' && status === 'completed' && resultUrl)
					step.answer('fourVariations', urls.length >= 4);
			}
		},
	},
	{
		name: 'A talking avatar of two words by text',
		...{ cost: 'one talking avatar', most: 1 },
		asks: ['anySize', 'topLeft', 'textSound'],
		async run(step) {
			const { avatar_id, voice_id } = await materialOf(step);
			const elements = [
				{ type: 'avatar', avatar_id, ...WHOLE },
				{ type: 'audio', input_text: 'Hello there', voice_id },
			];
			const body = (width: number, height: number) => ({ width, height, avatar_from: 2, elements });
			const sizes = [body(1920, 1080), body(3840, 2160)] as const;
			const made = await takes(step, 'anySize', '/talkingavatar/create', ...sizes);
			const { resultUrl } = await step.result(made, video);
			await step.look('topLeft', `Does ${resultUrl} show the whole avatar?`);
			await step.look('textSound', 'Does it say "Hello there"?');
		},
	},
	{
		name: 'A translation of one second with lip sync, twice',
		...{ cost: 'two translations of a second', most: 2 },
		asks: ['lipSyncAgain'],
		async run(step) {
			const languages = { source_language: 'en', language: 'de', lipsync: true };
			const body = { url: `${step.service.files}/short.mp4`, ...languages, merge_interval: 1 };
			const made = await step.made('first', TRANSLATE, body);
			await step.result(made, video);
			const second = await step.make('second', TRANSLATE, body);
			if (typeof second !== 'number' || second === 1202)
				step.answer('lipSyncAgain', typeof second !== 'number');
		},
	},
	{
		name: 'An avatar video of one second',
		...{ cost: 'one avatar video', most: 1 },
		asks: ['topDuration'],
		async run(step) {
			const { avatar_id, voice_id } = await materialOf(step);
			const elements = [{ type: 'avatar', avatar_id, ...WHOLE, layer_number: 1 }];
			const sizes = { width: 1920, height: 1080, ratio: '16:9', duration: 1000 };
			const data = [{ ...sizes, voice: { voice_id }, elements, avatarFrom: 2 }];
			const bodies = [{ duration: 1000, data }, { data }] as const;
			const made = await takes(step, 'topDuration', '/avatar/createVideo', ...bodies);
			step.see(`video ${(await step.end(made, video)).resultUrl}`);
		},
	},
	{
		name: 'A session of at most 30 seconds with one question',
		...{ cost: 'half a minute of a session', most: 1 },
		asks: ['pauseTaken', 'sameMessage', 'messageResumes', 'closedIsThree'],
		async run(step) {
			const { notes, teller, service } = step;
			const listed = (await pagesOf(step, AVATARS, '_id', { from: 2 })).find(({ type }) => type === 2);
			const avatar_id = service.liveAvatar ?? listed?.avatar_id;
			if (avatar_id === undefined) throw new NotAnswered('Give its avatar in MEDIA_LIVE_AVATAR');
			const before = await sessionsOf(step);
			const until = Date.now() + teller.sessionMs;
			try {
				// A run before closed it.
				if (notes.sent[`${this.name}: session`]?.record) return;
				notes.sessionsBefore = before;
				const path = '/liveAvatar/session/create';
				const made = await step.make('session', path, { avatar_id }, { mostMs: teller.sessionMs });
				delete notes.sessionsBefore;
				if (typeof made === 'number') throw new NotAnswered(`The session was refused with ${made}`);
				notes.sessions.push(made._id);
				teller.keep(notes);
				await talk(step, made, until);
			} finally {
				await closeSessions(step);
			}
			const { sent } = notes;
			const id = sent[`${this.name}: session`]?.record?._id;
			const { data, kind } = await step.read('/liveAvatar/session/detail', { id });
			const status = z.object({ status: z.coerce.number() }).safeParse(data).data?.status;
			// It may show as open for a while.
			if (kind === 'answer' && status !== undefined && status > 2 && id && !notes.sessions.includes(id))
				step.answer('closedIsThree', status === 3);
		},
	},
	{
		name: 'A swap and an age change in a video of one second, with a smaller still',
		...{ cost: 'two seconds of video', most: 2 },
		asks: ['otherStill', 'videoAge'],
		async run(step) {
			const targetImage = [await faceOf(step, 'portrait-still.png')];
			const video = { targetImage, modifyVideo: `${step.service.files}/short.mp4` };
			const body = { ...video, sourceImage: [await faceOf(step, 'portrait-ada.png')], face_enhance: 0 };
			const made = await step.made('video', '/faceswap/highquality/specifyvideo', body);
			const { resultUrl } = await step.result(made, faceSwap);
			await step.look('otherStill', `Has the person a new face in ${resultUrl}?`);
			const age = { ...video, face_reage: 20 };
			const older = await step.made('age', '/faceswap/highquality/vidreage', age);
			const aged = await step.result(older, faceSwap);
			await step.look('videoAge', `Is the person older in ${aged.resultUrl}?`);
		},
	},
	{
		name: 'Two words as speech, with a listed voice and with a copied one',
		...{ cost: 'two sounds of a second', most: 2 },
		asks: ['clonePath'],
		async run(step) {
			const { voice_id } = await materialOf(step);
			const speech = { input_text: 'Hello there', rate: '100%' };
			await step.end(await step.made('speech', '/audio/create', { ...speech, voice_id }), audio);
			const sample = { ...speech, voice_url: `${step.service.files}/voice.mp3` };
			const isSent = step.wasSent('other path');
			const cloned = isSent ? 404 : await step.make('clone', '/audio/clone', sample);
			const isNoPath = cloned === 404 || cloned === 405;
			const made = isNoPath ? await step.make('other path', '/audio/create', sample) : cloned;
			if (typeof made === 'number') throw new NotAnswered(`The voice was refused with ${made}`);
			step.answer('clonePath', !isNoPath);
			await step.end(made, audio);
		},
	},
	{
		name: 'An upload of an avatar',
		...{ cost: 'one avatar', most: 1 },
		asks: ['uploadPost', 'uploadListed'],
		async run(step) {
			const body = { url: `${step.service.files}/avatar.mp4`, avatar_id: 'livePass', type: '1' };
			const isSent = step.wasSent('by GET');
			const post = isSent ? 404 : await step.make('by POST', '/avatar/create', body);
			const isGet = post === 404 || post === 405;
			const made = isGet ? await step.make('by GET', '/avatar/create', body, { isGet }) : post;
			if (made !== 404 && made !== 405) step.answer('uploadPost', !isGet);
			if (typeof made === 'number') throw new NotAnswered(`The upload was refused with ${made}`);
			const own = await pagesOf(step, AVATARS, '_id', { from: 3 });
			const isThere = own.some(({ _id }) => _id === made._id);
			step.answer('uploadListed', isThere);
		},
	},
];

const HALF_AN_HOUR_OF_POLLS = 600;

/** The callbacks of the image, heard until one came twice. */
const callbacks: Part = {
	name: 'Callbacks',
	asks: ['callbackSigned', 'callbackMs', 'callbacksRepeat'],
	async run(step) {
		const { ear, keys } = step.service;
		if (!ear) throw new NotAnswered('Give MEDIA_CALLBACK_URL');
		const ended = () =>
			ear.heard.flatMap((body) => {
				const opened = openCallback(parseJson(body), keys, 'signedOrPlain');
				return 'id' in opened && ['completed', 'failed'].includes(opened.status) ? [opened.id] : [];
			});
		const isRepeated = (ids: string[]) => new Set(ids).size < ids.length;
		let quiet = 0;
		for (let heard = -1; quiet < HALF_AN_HOUR_OF_POLLS; quiet++) {
			if (ear.heard.length > heard) {
				if (isRepeated(ended())) break;
				quiet = 0;
			}
			heard = ear.heard.length;
			if (heard === 0 && quiet > 100) throw new NotAnswered('No callback was heard');
			await step.pause(1);
		}
		const body = parseJson(ear.heard[0] ?? '');
		const first = openCallback(body, keys, 'signedOrPlain');
		step.see(`${ear.heard.length} callbacks, which were answered with HTTP 503`);
		if ('reason' in first) throw new NotAnswered(`The first callback: ${first.reason}`);
		step.see(`type ${first.type}, ${first.signed ? 'signed' : 'plain'}`);
		step.answer('callbackSigned', first.signed);
		const sent = z.object({ timestamp: z.unknown() }).safeParse(body).data;
		if (first.signed) step.answer('callbackMs', String(sent?.timestamp).length === 13);
		const ids = ended();
		if (ids.length > 0) step.answer('callbacksRepeat', isRepeated(ids));
	},
};

const rooms = z.object({ client_chat_room_url: z.string(), server_chat_room_url: z.string() });

/** A question, a pause, and a question, before the session has to be closed. */
async function talk(step: Step, session: LiveRecord, until: number): Promise<void> {
	const { see, service, teller } = step;
	const left = () => Math.max(until - Date.now(), 1);
	const read = async () =>
		await service.send('/liveAvatar/session/detail', { query: { id: session._id }, mostMs: left() });
	const streaming = z.object({ status: z.coerce.number().refine((status) => status === 2) });
	while (!streaming.safeParse((await read()).data).success) {
		if (left() <= teller.pollMs) throw new NotAnswered('The session did not stream in time');
		await step.pause(1);
	}
	const { client_chat_room_url: room, server_chat_room_url: server } = rooms.parse(session.stream_urls);
	const socket = new WebSocket(room, { handshakeTimeout: left() });
	const opened = new Promise<void>((resolve) => void socket.on('open', () => resolve()));
	const [last = ''] = server.split('/').slice(-1);
	const to = last.replace(/\.chat$/, '');
	const ask = async (message_id: string, mostMs: number) => {
		const since = Date.now();
		const heard = await new Promise<string>((resolve) => {
			const timer = setTimeout(() => resolve('no answer'), mostMs);
			const end = (text: string) => (clearTimeout(timer), resolve(text));
			// A heartbeat is no answer.
			socket.on('message', (data) => {
				const text = String(data).replaceAll('\\', '');
				if (/"(answer|code)":/.test(text)) end(text);
			});
			socket.on('error', (error) => end(`no connection: ${error.message}`));
			socket.on('close', () => end('closed without an answer'));
			service.stop.signal.addEventListener('abort', () => end('stopped'));
			const payload = JSON.stringify({ message_id, question: 'Hello?', mode_type: 2 });
			void opened.then(() => socket.send(JSON.stringify({ type: 'chat', to, payload }), () => {}));
		});
		socket.removeAllListeners().on('error', () => {});
		see(`${heard.slice(0, 200)} after ${Date.now() - since} ms`);
		return heard;
	};
	try {
		const heard = await ask('live-pass', left() / 2);
		if (heard.includes('"answer":')) step.answer('sameMessage', heard.includes('live-pass'));
		const pause = { body: { id: session._id }, mostMs: left() };
		const { kind, code } = await service.send('/liveAvatar/session/pause', pause);
		see(`a pause is code ${code}`);
		if (kind !== 'answer') return;
		step.answer('pauseTaken', true);
		if (heard.includes('"answer":') && (await ask('live-pass-2', left() / 2)).includes('"answer":'))
			step.answer('messageResumes', true);
	} finally {
		socket.terminate();
	}
}

/** Free checks first, then the paid steps. */
export const parts: readonly Part[] = [...free, ...paid, callbacks];
