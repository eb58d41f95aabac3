import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Emulator } from '../../../emulator';
import { connect, node, single, type Engine, type WorkflowJson } from '../../../support/engine';

/** The items that a node returns, with its folder, resource and operation, if it has these. */
export interface Output {
	folder: string;
	resource?: string;
	operation?: string;
	items: IDataObject[];
}

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });

/** Runs every operation of every node on the emulator, with the defaults of the panel and its required fields. */
export async function outputsOf(engine: Engine, emulator: Emulator): Promise<Output[]> {
	const outputs: Output[] = [];
	const media = (name: string) => `${emulator.mediaUrl}/${name}`;

	async function run(workflow: WorkflowJson): Promise<IDataObject[]> {
		const result = await engine.run(workflow);
		if (result.error) throw result.error;
		return result.json('Node');
	}

	/** Runs `resource.operation` of a node and records its items. Returns the first item. */
	const noteOf =
		(folder: string) =>
		async (name: string, parameters: INodeParameters = {}) => {
			const [resource = '', operation = ''] = name.split('.');
			const type = folder.charAt(0).toLowerCase() + folder.slice(1);
			// No schema shows a file, and the emulator needs time to draw images.
			const usual = { resource, operation, downloadResult: false };
			const items = await run(single(type, { ...usual, ...parameters }));
			if (items[0] === undefined) throw new Error(`${folder} ${name} returned nothing`);
			outputs.push({ folder, resource, operation, items });
			return items[0];
		};

	async function faceSwap(): Promise<void> {
		const note = noteOf('FaceSwap');
		const sourcePicture = media('portrait-ada.png');
		const modifyImage = media('people-2.png');
		const video = { modifyVideo: media('clip.mp4'), targetFrame: media('people-1.png') };
		const { id } = await note('faceSwap.swapImage', { modifyImage: media('people-1.png'), sourcePicture });
		await Promise.all([
			note('faceSwap.swapVideo', { ...video, sourcePicture }),
			note('reage.reageImage', { modifyImage, faceReage: 10 }),
			note('reage.reageVideo', { ...video, faceReage: 10 }),
			note('face.detect', { image: modifyImage }),
			note('credit.get'),
			note('job.get', { recordId: byId(id) }),
			note('job.getAll', { ids: String(id) }),
		]);
		const reage = { resource: 'reage', operation: 'reageImage', modifyImage, faceReage: 10 };
		const [job] = await run(single('faceSwap', { ...reage, waitForCompletion: false }));
		await note('job.cancel', { jobIds: String(job?.jobId) });
		await note('job.delete', { ids: String(id) });
	}

	async function faceMapper(): Promise<void> {
		const detect = (name: string, image: string) =>
			node(name, 'faceSwap', { resource: 'face', operation: 'detect', image: media(image) });
		const nodes = [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			detect('Targets', 'people-1.png'),
			detect('Sources', 'portrait-ada.png'),
			node('Node', 'faceMapper'),
		];
		const connections = connect(
			['Start', 'Targets'],
			['Start', 'Sources'],
			['Targets', 'Node'],
			['Sources', 'Node', 0, 1],
		);
		outputs.push({ folder: 'FaceMapper', items: await run({ nodes, connections }) });
	}

	async function images(): Promise<void> {
		const note = noteOf('ImageGeneration');
		const { id } = await note('image.generate', { prompt: 'A lake' });
		for (const name of ['get', 'upscale', 'vary']) {
			await note(`image.${name}`, { recordId: byId(id), ...(name !== 'get' && { imageNumber: 1 }) });
		}
	}

	async function videos(): Promise<void> {
		const note = noteOf('VideoTranslation');
		await note('language.getAll');
		const languages = { sourceLanguage: byId('en'), language: byId('de') };
		const { id } = await note('translation.create', { video: media('a.mp4'), ...languages });
		await note('translation.get', { recordId: byId(id) });
	}

	async function avatars(): Promise<void> {
		const note = noteOf('AvatarVideo');
		const [avatarId, voiceId] = [byId('eve2024'), byId('voice-amy')];
		const spoken = { inputText: 'Good morning' };
		const elementsJson = JSON.stringify([{ type: 'avatar', avatar_id: 'eve2024' }]);
		const elements = { content: 'json', elementsJson };
		const [uploaded, video, audio] = await Promise.all([
			note('avatar.upload', { video: media('me.mp4'), avatarId: 'anna2026' }),
			note('avatarVideo.create', { avatarId, sound: 'voice', voiceId, duration: 5, ...elements }),
			note('voice.textToSpeech', { ...spoken, voiceId }),
			note('talkingAvatar.create', { avatarId, sound: 'audio', audio: media('a.mp3') }),
			note('avatar.getAll', { returnAll: true }),
			note('voice.getAll'),
			note('voice.clone', { ...spoken, voice: media('a.mp3') }),
		]);
		await note('avatar.get', { recordId: byId(uploaded.id) });
		await note('video.get', { recordId: byId(video.id) });
		await note('voice.get', { recordId: byId(audio.id) });
	}

	async function sessions(): Promise<void> {
		const note = noteOf('LiveAvatar');
		const { id, streamUrls } = await note('session.create', { avatarId: byId('Ada_1080P_back') });
		const { clientChatRoomUrl, serverChatRoomUrl } = Object(streamUrls);
		const room = { clientChatRoomUrl, serverChatRoomUrl, sessionId: String(id) };
		await note('session.get', { sessionId: byId(id) });
		await note('session.getAll');
		await note('chat.sendMessage', { ...room, question: 'Who are you?' });
		await note('session.pause', { sessionId: byId(id) });
		await note('session.close', { sessionId: byId(id) });
	}

	async function trigger(): Promise<void> {
		const n8n = await engine.listen({ nodes: [node('Node', 'mediaGenerationTrigger')] });
		try {
			const parameters = { prompt: 'A lake', waitForCompletion: false, webhookUrl: n8n.url };
			await run(single('imageGeneration', { resource: 'image', operation: 'generate', ...parameters }));
			outputs.push({ folder: 'MediaGenerationTrigger', items: await n8n.untilRuns(1) });
		} finally {
			await n8n.close();
		}
	}

	/** A request that the emulator accepts under its own path. The schema of all nodes describes a video. */
	async function customJobs(): Promise<void> {
		const folders = ['FaceSwap', 'LiveAvatar', 'VideoTranslation', 'ImageGeneration', 'AvatarVideo'];
		const body = JSON.stringify({ url: media('a.mp4'), background: '#00ff00' });
		const parameters = { path: '/content/video/createbybackground', body, jobType: 'video' };
		await Promise.all(folders.map(async (folder) => await noteOf(folder)('custom.submit', parameters)));
	}

	const parts = [customJobs, faceSwap, faceMapper, images, videos, avatars, sessions, trigger];
	await Promise.all(parts.map(async (part) => await part()));
	return outputs;
}
