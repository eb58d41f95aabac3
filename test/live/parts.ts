import WebSocket from 'ws';
import { z } from 'zod/v3';
import type { LiveRecord, Part, Step } from './pass';

const list = z.union([
	z.array(z.unknown()),
	z.object({ result: z.array(z.unknown()) }).transform(({ result }) => result),
]);
const rowsOf = (data: unknown) => z.array(z.record(z.unknown())).catch([]).parse(list.catch([]).parse(data));
const faces = z.object({
	landmarks_str: z.array(z.string()).catch([]),
	landmarks: z.array(z.array(z.array(z.number()))).catch([]),
});

async function detect({ service, see }: Step, file: string, single_face: boolean) {
	const { code, msg, data, ms } = await service.send('/detect', {
		body: { image_url: `${service.files}/${file}`, single_face },
	});
	const found = faces.catch({ landmarks_str: [], landmarks: [] }).parse(data);
	return {
		...found,
		line: `${file}, single_face ${single_face}: ${found.landmarks.length} faces, code ${code}${msg && ` (${msg})`}, ${ms} ms`,
		see,
	};
}

const SWAP = '/faceswap/highquality/specifyimage';
const TRANSLATE = '/content/video/createbytranslate';
const endOfSwap = async (step: Step, made: LiveRecord) =>
	await step.end(made, '/faceswap/result/listbyids', '_ids');
const endOfImage = async (step: Step, made: LiveRecord) =>
	await step.end(made, '/content/image/infobymodelid', 'image_model_id');
const endOfVideo = async (step: Step, made: LiveRecord) =>
	await step.end(made, '/content/video/infobymodelid', 'video_model_id');

/** The face at the right of an image: its points in the image. */
async function rightFace(step: Step, file: string): Promise<string> {
	const { landmarks_str: texts } = await detect(step, file, false);
	const x = (text: string) => Number(text.split(',')[0]);
	return [...texts].sort((a, b) => x(a) - x(b)).at(-1) ?? '';
}

async function swap(step: Step, target: string, opts: string): Promise<LiveRecord | undefined> {
	const { files } = step.service;
	const source = { path: `${files}/portrait-ada.png`, opts: await rightFace(step, 'portrait-ada.png') };
	const modifyImage = `${files}/${target}`;
	const body = {
		targetImage: [{ path: modifyImage, opts }],
		sourceImage: [source],
		modifyImage,
		face_enhance: 0,
	};
	return await step.make(SWAP, body);
}

const avatarsOf = async (step: Step) =>
	rowsOf((await step.read('/avatar/list', { from: 2, page: 1, size: 100 })).data);
const avatarOf = async (step: Step) => (await avatarsOf(step)).find(({ type }) => type !== 2)?.avatar_id;
const voiceOf = async (step: Step) =>
	rowsOf((await step.read('/voice/list', { page: 1, size: 100 })).data)[0]?.voice_id;
const WHOLE = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };

const free: Part[] = [
	{
		name: 'Token and balance',
		async run(step) {
			const login = await step.service.logIn();
			step.see(login ? `code ${login.code} in ${login.ms} ms` : 'with an API key');
			step.see(`balance ${(await step.balance()) ?? 'not readable'}`);
		},
	},
	{
		name: 'Voices, avatars, languages, sessions',
		async run(step) {
			step.see(
				`${rowsOf((await step.read('/voice/list', { page: 1, size: 100 })).data).length} voices on a page`,
			);
			const avatars = await avatarsOf(step);
			const live = avatars.filter(({ type }) => type === 2);
			step.see(`${avatars.length} official avatars on a page, ${live.length} for live sessions`);
			step.answer('liveListed', live.length > 0);
			const { data } = await step.read('/language/list');
			const languages = rowsOf(z.object({ lang_list: z.unknown() }).catch({}).parse(data).lang_list);
			const wanting = languages.filter(({ need_voice_id: needs }) => needs === true);
			step.see(`${languages.length} languages, ${wanting.length} want a voice`);
			step.answer('noVoice', wanting.length === 0);
			const { code } = await step.read('/liveAvatar/session/detail', { id: 'f'.repeat(24) });
			step.see(`an unknown session is code ${code}`);
			step.answer('sessionCodes', code === 1216);
		},
	},
	{
		name: 'Face detection',
		async run(step) {
			for (const single of [false, true]) step.see((await detect(step, 'people-2.png', single)).line);
			step.see((await detect(step, 'blank.png', false)).line);
		},
	},
];

const paid: Part[] = [
	{
		name: 'Swap the right face of two people',
		cost: 'one image',
		async run(step) {
			const made = await swap(step, 'people-2.png', await rightFace(step, 'people-2.png'));
			const done = made && (await endOfSwap(step, made));
			if (!made || !done) return;
			step.answer('shortRecords', !('faceswap_type' in done));
			const isRight = done.hasFailed
				? false
				: await step.look(`Has only the right person a new face in ${String(done.url)}?`);
			if (isRight !== undefined) step.answer('wholePath', isRight);
			const unknown = Array.from({ length: 99 }, (_, index) => `${index}`.padStart(24, 'f'));
			const { data, code } = await step.read('/faceswap/result/listbyids', {
				_ids: [...unknown, made._id].join(','),
			});
			const isThere = rowsOf(data).some(({ _id }) => _id === made._id);
			step.see(
				`a list call of 100 IDs is code ${code}, and the last record is ${isThere ? 'there' : 'missing'}`,
			);
			step.answer('wholeList', isThere);
		},
	},
	{
		name: 'A swap that must fail',
		cost: 'nothing, or one image',
		async run(step) {
			const before = await step.balance();
			const made = await swap(step, 'blank.png', '1,1:2,1:1,2:2,2');
			const done = made && (await endOfSwap(step, made));
			await step.pause(3);
			const after = await step.balance();
			if (!done?.hasFailed || before === undefined || after === undefined) return;
			step.see(`balance ${before} before and ${after} after it`);
			step.answer('failedIsFree', after >= before);
		},
	},
	{
		name: 'An image with U1 and V1',
		cost: 'three images',
		async run(step) {
			const { ear, callbackUrl: webhookUrl } = step.service;
			const request = { prompt: 'A red cup', scale: '1:1', ...(ear && { webhookUrl }) };
			const made = await step.make('/content/image/createbyprompt', request);
			if (!made || (await endOfImage(step, made))?.hasFailed !== false) return;
			await hear(step);
			for (const button of ['U1', 'V1']) {
				const pressed = await step.make('/content/image/createbybutton', { _id: made._id, button });
				const done = pressed && (await endOfImage(step, pressed));
				const urls = z.array(z.string()).catch([]).parse(done?.upscaled_urls);
				step.see(`${button} has ${urls.length} upscaled_urls`);
				if (button === 'V1' && done?.hasFailed === false) step.answer('fourVariations', urls.length >= 4);
			}
		},
	},
	{
		name: 'A talking avatar of two words by text',
		cost: 'one talking avatar',
		async run(step) {
			const elements = [
				{ type: 'avatar', avatar_id: await avatarOf(step), ...WHOLE },
				{ type: 'audio', input_text: 'Hello there', voice_id: await voiceOf(step) },
			];
			const body = (width: number, height: number) => ({ width, height, avatar_from: 2, elements });
			let made = await step.make('/talkingavatar/create', body(1920, 1080));
			if (step.answered('notTaken') !== 'no') {
				step.answer('anySize', made !== undefined);
				made ??= await step.make('/talkingavatar/create', body(3840, 2160));
			}
			const done = made && (await endOfVideo(step, made));
			if (done?.hasFailed !== false) return;
			const isWhole = await step.look(`Does ${String(done.video)} show the whole avatar?`);
			if (isWhole !== undefined) step.answer('topLeft', isWhole);
		},
	},
	{
		name: 'A translation of one second with lip sync, twice',
		cost: 'two translations of a second',
		async run(step) {
			const languages = { source_language: 'en', language: 'de', lipsync: true };
			const body = { url: `${step.service.files}/short.mp4`, ...languages, merge_interval: 1 };
			const made = await step.make(TRANSLATE, body);
			const done = made && (await endOfVideo(step, made));
			if (done?.hasFailed !== false) return;
			step.answer('lipSyncAgain', (await step.make(TRANSLATE, body)) !== undefined);
		},
	},
	{
		name: 'An avatar video of one second',
		cost: 'one avatar video',
		async run(step) {
			const elements = [{ type: 'avatar', avatar_id: await avatarOf(step), ...WHOLE, layer_number: 1 }];
			const voice = { voice_id: await voiceOf(step) };
			const data = [
				{ width: 1920, height: 1080, duration: 1000, voice, elements, ratio: '16:9', avatarFrom: 2 },
			];
			const made = await step.make('/avatar/createVideo', { data });
			const done = made && (await endOfVideo(step, made));
			if (done) step.see(`video ${String(done.video)}`);
		},
	},
	{
		name: 'A session of at most 30 seconds with one question',
		cost: 'half a minute of a session',
		async run(step) {
			const listed = (await avatarsOf(step)).find(({ type }) => type === 2)?.avatar_id;
			const avatar_id = step.service.liveAvatar ?? listed;
			if (avatar_id === undefined) return step.see('not tried: give its avatar in MEDIA_LIVE_AVATAR');
			const made = await step.make('/liveAvatar/session/create', { avatar_id });
			if (!made) return;
			try {
				await talk(step, made);
			} finally {
				const { code } = await step.service.send('/liveAvatar/session/close', { body: { id: made._id } });
				step.see(`the close is code ${code}`);
			}
		},
	},
	{
		name: 'A swap in a video of one second, with a smaller still',
		cost: 'one second of video',
		async run(step) {
			const { files } = step.service;
			const still = `${files}/portrait-still.png`;
			const target = { path: still, opts: await rightFace(step, 'portrait-still.png') };
			const source = { path: `${files}/portrait-ada.png`, opts: await rightFace(step, 'portrait-ada.png') };
			const body = {
				targetImage: [target],
				sourceImage: [source],
				modifyVideo: `${files}/short.mp4`,
				face_enhance: 0,
			};
			const made = await step.make('/faceswap/highquality/specifyvideo', body);
			const done = made && (await endOfSwap(step, made));
			if (done?.hasFailed === false) await step.look(`Has the person a new face in ${String(done.url)}?`);
		},
	},
];

/** Three minutes, in which a service that repeats a callback has done so. */
async function hear({ service: { ear }, pause, see, answer }: Step): Promise<void> {
	if (!ear) return;
	const isRepeated = () => new Set(ear.heard).size < ear.heard.length;
	for (let tries = 0; tries < 60 && !isRepeated(); tries++) await pause(1);
	see(`${ear.heard.length} callbacks, which were answered with HTTP 503`);
	if (ear.heard.length > 0) answer('callbacksRepeat', isRepeated());
}

const rooms = z.object({ client_chat_room_url: z.string(), server_chat_room_url: z.string() });

/** One question, answered within 20 seconds or not. */
async function talk(step: Step, session: LiveRecord): Promise<void> {
	for (let tries = 0; tries < 10; tries++) {
		const { data } = await step.read('/liveAvatar/session/detail', { id: session._id });
		if (z.object({ status: z.literal(2) }).safeParse(data).success) break;
		await step.pause(1);
	}
	const { client_chat_room_url: room, server_chat_room_url: server } = rooms.parse(session.stream_urls);
	const socket = new WebSocket(room);
	const since = Date.now();
	const answer = new Promise<string>((resolve) => {
		const timer = setTimeout(() => resolve('no answer'), 20_000);
		socket.on('message', (data) => {
			const message = String(data);
			if (message.includes('live-pass')) resolve(`an answer in ${Date.now() - since} ms`);
		});
		socket.on('error', (error) => resolve(`no connection: ${error.message}`));
		socket.on('close', () => clearTimeout(timer));
	});
	const payload = { message_id: 'live-pass', question: 'Hello?', mode_type: 2 };
	const to = server
		.split('/')
		.at(-1)
		?.replace(/\.chat$/, '');
	socket.on('open', () =>
		socket.send(JSON.stringify({ type: 'chat', to, payload: JSON.stringify(payload) })),
	);
	step.see(await answer);
	socket.terminate();
}

/** Free checks first, then the paid steps. */
export const parts: readonly Part[] = [...free, ...paid];
