import { connect, node, single, type Engine, type WorkflowJson } from '../../../support/engine';
import type { Emulator } from '../../../emulator';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** What a node puts out: its folder, resource and operation, where it has some, and its items. */
export interface Output {
	folder: string;
	resource?: string;
	operation?: string;
	items: IDataObject[];
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Runs every operation of every node on the emulator, as it comes from the panel: with its defaults and what is required. */
export async function outputsOf(engine: Engine, emulator: Emulator): Promise<Output[]> {
	const outputs: Output[] = [];
	const media = (name: string) => `${emulator.mediaUrl}/${name}`;

	async function run(workflow: WorkflowJson): Promise<IDataObject[]> {
		const result = await engine.run(workflow);
		if (result.error) throw result.error;
		return result.json('Node');
	}

	/** Runs `resource.operation` and notes what came out; gives its first item. */
	async function note(folder: string, name: string, parameters: INodeParameters = {}): Promise<IDataObject> {
		const [resource = '', operation = ''] = name.split('.');
		const type = folder.charAt(0).toLowerCase() + folder.slice(1);
		// The pictures of the emulator take their time to draw, and no schema shows a file.
		const usual = { resource, operation, downloadResult: false };
		const items = await run(single(type, { ...usual, ...parameters }));
		if (items[0] === undefined) throw new Error(`${folder} ${name} put out nothing`);
		outputs.push({ folder, resource, operation, items });
		return items[0];
	}

	async function faceSwap(): Promise<void> {
		const faces = { sourcePicture: media('portrait-ada.png') };
		const picture = { modifyImage: media('people-2.png') };
		const video = { modifyVideo: media('clip.mp4'), targetFrame: media('people-1.png') };
		const { id } = await note('FaceSwap', 'faceSwap.swapImage', {
			...picture,
			...faces,
			modifyImage: media('people-1.png'),
		});
		await Promise.all([
			note('FaceSwap', 'faceSwap.swapVideo', { ...video, ...faces }),
			note('FaceSwap', 'reage.reageImage', { ...picture, faceReage: 10 }),
			note('FaceSwap', 'reage.reageVideo', { ...video, faceReage: 10 }),
			note('FaceSwap', 'face.detect', { image: media('people-2.png') }),
			note('FaceSwap', 'credit.get'),
			note('FaceSwap', 'job.get', { recordId: byId(String(id)) }),
			note('FaceSwap', 'job.getAll', { ids: String(id) }),
		]);
		const started = { ...picture, waitForCompletion: false, faceReage: 10 };
		const [job] = await run(single('faceSwap', { resource: 'reage', operation: 'reageImage', ...started }));
		await note('FaceSwap', 'job.cancel', { jobIds: String(job?.jobId) });
		await note('FaceSwap', 'job.delete', { ids: String(id) });
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
		const { id } = await note('ImageGeneration', 'image.generate', { prompt: 'A lake' });
		const recordId = byId(String(id));
		await note('ImageGeneration', 'image.get', { recordId });
		await note('ImageGeneration', 'image.upscale', { recordId, imageNumber: 1 });
		await note('ImageGeneration', 'image.vary', { recordId, imageNumber: 1 });
	}

	async function videos(): Promise<void> {
		const languages = { sourceLanguage: byId('en'), language: byId('de') };
		await note('VideoTranslation', 'language.getAll');
		const { id } = await note('VideoTranslation', 'translation.create', {
			video: media('a.mp4'),
			...languages,
		});
		await note('VideoTranslation', 'translation.get', { recordId: byId(String(id)) });
	}

	async function avatars(): Promise<void> {
		const [avatarId, voiceId] = [byId('eve2024'), byId('voice-amy')];
		const elements = {
			elementsInput: 'json',
			elementsJson: JSON.stringify([{ type: 'avatar', avatar_id: 'eve2024' }]),
		};
		const [uploaded, video, audio] = await Promise.all([
			note('AvatarVideo', 'avatar.upload', { video: media('me.mp4'), avatarId: 'anna2026' }),
			note('AvatarVideo', 'avatarVideo.create', { avatarId, voiceId, duration: 5, ...elements }),
			note('AvatarVideo', 'voice.textToSpeech', { inputText: 'Good morning', voiceId }),
			note('AvatarVideo', 'talkingAvatar.create', { avatarId, audio: media('a.mp3') }),
			note('AvatarVideo', 'avatar.getAll', { returnAll: true }),
			note('AvatarVideo', 'voice.getAll'),
			note('AvatarVideo', 'voice.clone', { inputText: 'Good morning', voice: media('a.mp3') }),
		]);
		await note('AvatarVideo', 'avatar.get', { recordId: byId(String(uploaded.id)) });
		await note('AvatarVideo', 'video.get', { recordId: byId(String(video.id)) });
		await note('AvatarVideo', 'voice.get', { recordId: byId(String(audio.id)) });
	}

	async function sessions(): Promise<void> {
		const session = await note('LiveAvatar', 'session.create', { avatarId: byId('Ada_1080P_back') });
		const sessionId = byId(String(session.id));
		const { clientChatRoomUrl, serverChatRoomUrl } = Object(session.streamUrls);
		await note('LiveAvatar', 'session.get', { sessionId });
		await note('LiveAvatar', 'session.getAll');
		const asked = {
			clientChatRoomUrl,
			serverChatRoomUrl,
			question: 'Who are you?',
			sessionId: String(session.id),
		};
		await note('LiveAvatar', 'chat.sendMessage', asked);
		await note('LiveAvatar', 'session.pause', { sessionId });
		await note('LiveAvatar', 'session.close', { sessionId });
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

	/** A request that the emulator takes under a path of its own; the schema of all nodes is that of a video. */
	async function customJobs(): Promise<void> {
		const folders = ['FaceSwap', 'LiveAvatar', 'VideoTranslation', 'ImageGeneration', 'AvatarVideo'];
		const body = JSON.stringify({ url: media('a.mp4'), background: '#00ff00' });
		const parameters = { path: '/content/video/createbybackground', body, readAs: 'video' };
		await Promise.all(folders.map(async (folder) => await note(folder, 'custom.submit', parameters)));
	}

	await Promise.all([
		customJobs(),
		faceSwap(),
		faceMapper(),
		images(),
		videos(),
		avatars(),
		sessions(),
		trigger(),
	]);
	return outputs;
}
