import type { Editor } from '../editor';
import type { Expect, Scene, Stage } from '../stage';

async function expectFields(editor: Editor, expect: Expect, what: string, shown: string[], hidden: string[]) {
	const labels = await editor.fieldLabels();
	expect(
		`${what} asks for ${shown.join(', ')}`,
		shown.every((label) => labels.includes(label)),
		labels,
	);
	const tooMany = hidden.filter((label) => labels.includes(label));
	expect(`${what} does not ask for ${hidden.join(', ')}`, tooMany.length === 0, tooMany);
}

const NEW_FACE = 'https://example.com/new-face.jpg';

/** Whether these are the fields of a swap that a person sees at first, and no others. */
function isFirstScreen(labels: readonly string[]): boolean {
	const two = ['Image to Change', 'New Face Image', 'Which Faces'];
	const last = ['Download Result', 'Wait for Completion', 'Waiting', 'Options'];
	return labels.join() === [...two, ...last].join();
}

export const swapFields: Scene = {
	name: 'swap-fields',
	title: 'A swap in an image: its fields, and a name from its action',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Swap faces in an image');
		const labels = await editor.fieldLabels();
		const [first, last] = ['Operation', 'Options'].map((label) => labels.indexOf(label));
		const own = labels.slice((first ?? 0) + 1, (last ?? 0) + 1);
		expect('A swap in an image asks for two images, and for nothing that can wait', isFirstScreen(own), own);
		await editor.choose('operation', 'Swap Faces in a Video');
		const video = ['Video to Change', 'Still From the Video', 'New Face Image'];
		await expectFields(editor, expect, 'A swap in a video', video, ['Image to Change']);
		const stillText = await editor.part('node-parameters').innerText();
		expect('It says how to get a still', stillText.includes('take a screenshot'), stillText);
		await editor.choose('whichFaces', 'Provided (JSON)');
		const given = ['Faces to Replace (JSON)', 'New Faces (JSON)'];
		await expectFields(editor, expect, 'A swap of provided faces', given, [
			'Still From the Video',
			'New Face Image',
			'Replacements',
		]);
		await editor.toggle('waitForCompletion');
		await expectFields(
			editor,
			expect,
			'A swap that does not wait',
			['Wait for Completion', 'Webhook URL', 'Options'],
			['Waiting', 'Download Result'],
		);
		await editor.choose('resource', 'Credit');
		await expectFields(editor, expect, 'The credit', ['Credential'], ['Wait for Completion', 'Which Faces']);
		await editor.choose('resource', 'Face Swap');
		await editor.choose('whichFaces', 'Choose Faces');
		await expectFields(editor, expect, 'A swap of chosen faces', ['Replacements'], ['New Faces (JSON)']);
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Swap faces in an image');
	},
};

export const chatFields: Scene = {
	name: 'chat',
	title: 'A message to an avatar: its fields',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Live Avatar', 'Send a message to a live avatar');
		const first = ['Question', 'Close When Done', 'Reply Mode', 'Role', 'Voice', 'Language', 'Session ID'];
		const last = ['Client Chat Room URL', 'Server Chat Room URL', 'Options'];
		await expectFields(
			editor,
			expect,
			'A message',
			[...first, ...last],
			['Role Format', 'Waiting', 'Simplify'],
		);
		await editor.choose('modeType', 'Repeat the Text');
		await expectFields(editor, expect, 'A text to repeat', ['Voice'], ['Role', 'Role Format']);
	},
};

export const keptFace: Scene = {
	name: 'kept-face',
	title: 'The new face is still there after other choices',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Swap faces in an image');
		await editor.typeMedia('sourcePicture', NEW_FACE);
		for (const choice of ['Choose Faces', 'One New Face for Everyone', 'In Order']) {
			await editor.choose('whichFaces', choice);
			const kept = await editor.mediaOf('sourcePicture');
			expect(`${choice}: the new face is still there`, kept === NEW_FACE, kept);
		}
	},
};

export const avatarFields: Scene = {
	name: 'avatar-fields',
	title: 'An avatar video: one choice of its sound, seconds, and where a text can be said',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Avatar Video', 'Generate a video from an avatar');
		const own = ['Content', 'Avatar', 'Sound', 'Voice', 'Duration (Seconds)', 'Size'];
		await expectFields(editor, expect, 'An avatar video', own, ['Audio Address', 'Duration (Milliseconds)']);
		const text = await editor.part('node-parameters').innerText();
		expect('It says where a text can be said', text.includes('Text to Speech'), text);
		await editor.choose('sound', 'Audio');
		await expectFields(editor, expect, 'A video with an audio', ['Audio Address'], ['Voice']);
	},
};

export const replacementFields: Scene = {
	name: 'replacements',
	title: 'Replacements begin with one entry, and the next has the next number',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Swap faces in an image');
		await editor.choose('whichFaces', 'Choose Faces');
		const text = await editor.part('node-parameters').innerText();
		expect('There is one entry', text.includes('Its Own New Face'), text);
	},
};

export const fileMode: Scene = {
	name: 'file-mode',
	title: 'A picture or a video is given by its address, or as a file of the item',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Video Translation', 'Translate a video');
		await editor.openModes('video');
		const modes = await editor.shownOptions();
		expect('A video comes by its URL or from a file', modes.join() === 'By URL,By File', modes);
		await editor.page.getByRole('option', { name: 'By File' }).click();
		await editor.settle();
		const text = await editor.part('node-parameters').innerText();
		expect('A file says what it needs', text.includes('which needs a public address'), text);
	},
};

/** More avatars of the account's own than a page of the service holds. */
const OWN_AVATARS = 110;

/** Hands avatars to the service, past n8n. */
async function uploadAvatars({ play: { emulator } }: Stage): Promise<void> {
	const root = `${emulator.baseUrl}/api/open/v3`;
	const send = async (path: string, body: object, token?: string): Promise<string> => {
		const headers = {
			'content-type': 'application/json',
			...(token && { authorization: `Bearer ${token}` }),
		};
		const answer = await fetch(root + path, { method: 'POST', headers, body: JSON.stringify(body) });
		return await answer.text();
	};
	const { clientId, clientSecret } = emulator;
	const token = /"token":"([^"]+)"/.exec(await send('/getToken', { clientId, clientSecret }))?.[1];
	if (token === undefined) throw new Error('The emulator gave no token.');
	for (let index = 1; index <= OWN_AVATARS; index++) {
		const answer = await send(
			'/avatar/create',
			{
				avatar_id: `person${String(index).padStart(3, '0')}`,
				url: 'https://example.com/person.mp4',
				type: '1',
			},
			token,
		);
		if (!answer.includes('1000')) throw new Error(`The emulator took no avatar: ${answer}`);
	}
}

export const lists: Scene = {
	name: 'dropdown',
	title: 'Avatars, voices and languages are chosen by their names',
	isCheckOnly: true,
	async play(stage, expect) {
		const { editor } = stage;
		await editor.newWorkflow();
		await editor.addNode('Video Translation', 'Translate a video');
		await editor.openList('language');
		const languages = await editor.listEntries();
		expect(
			'Languages stand in the order of their names',
			[...languages].sort().join() === languages.join(),
			languages,
		);
		await editor.searchList('germ');
		expect(
			'"germ" finds German',
			(await editor.listEntries()).join() === 'German',
			await editor.listEntries(),
		);
		await editor.part('rlc-item').first().click();
		await editor.closeNode();

		await editor.addNode('Avatar Video', 'Generate a talking avatar');
		await uploadAvatars(stage);
		await editor.openList('avatarId');
		await editor.scrollList();
		const avatars = await editor.listEntries();
		expect('Avatars of all pages are listed', avatars.length > OWN_AVATARS, avatars.length);
		const pages = stage.play.emulator.requestsTo('/avatar/list').map(({ query }) => query.page);
		expect('They are loaded page by page', pages.includes('1') && pages.includes('2'), pages);
		await editor.searchList('person110');
		const own = await editor.listEntries();
		expect(
			'A search finds an avatar of a later page',
			own.length === 1 && own[0]?.startsWith('person110') === true,
			own,
		);
		await editor.closeList();
		await editor.closeNode();

		await editor.addNode('Avatar Video', 'Convert text to speech');
		await editor.openList('voiceId');
		const voices = await editor.listEntries();
		expect('Voices say what they are', voices.includes('Amy (female, British)'), voices);
	},
};
