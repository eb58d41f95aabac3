import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v3';
import { listField } from '../shared/lists';
import { simplifyField } from '../shared/operation/fields';
import { choice, optionalText, text } from '../shared/operation/inputs';
import { quoted, refuse } from '../shared/operation/issues';
import { moreFields, underMoreFields } from '../shared/operation/moreFields';
import { isHttpUrl } from '../shared/service/urls';
import { isWebSocketUrl } from './chat/addresses';
import type { ModeType } from './chat/message';
import { sessionField } from './sessionField';

const whenTalking: INodeProperties['displayOptions'] = { show: { modeType: [2] } };

/** What a message asks for, in the order of the screen (service.md: Live avatar chat). */
export const chatFields: INodeProperties[] = [
	{
		displayName: 'Question',
		name: 'question',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		required: true,
		placeholder: 'e.g. What can you do for me?',
		description: 'What the avatar is asked, or what it is to say, in plain words: one message, one answer',
	},
	{
		displayName: 'Mode',
		name: 'modeType',
		type: 'options',
		default: 2,
		options: [
			{ name: 'Repeat the Text', value: 1, description: 'The avatar says the text as it stands' },
			{ name: 'Talk', value: 2, description: 'The avatar answers the text, as in a dialogue' },
		],
		description: 'What the avatar does with the text: 2 has it answer, 1 has it say the text as it stands',
	},
	...underMoreFields({
		displayName: 'Role From',
		name: 'promptFrom',
		type: 'options',
		default: 'text',
		displayOptions: whenTalking,
		options: [
			{ name: 'Text', value: 'text', description: 'The role is described here' },
			{ name: 'URL of a PDF', value: 'url', description: 'The role is described in a PDF of at most 50 MB' },
		],
		description: 'Where the description of who the avatar is comes from',
	}),
	{
		displayName: 'Role',
		name: 'promptContent',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		displayOptions: whenTalking,
		placeholder: 'e.g. You are a guide in a museum of clocks.',
		description: 'Who the avatar is and what it knows, or the address of a PDF of at most 50 MB that says so',
	},
	...underMoreFields(
		listField({
			name: 'voiceId',
			displayName: 'Voice',
			searchListMethod: 'searchVoices',
			placeholder: 'e.g. 6f1c9d',
			description: "The voice that the avatar speaks with. When empty, it is the avatar's own",
		}),
	),
	...underMoreFields(
		listField({
			name: 'language',
			displayName: 'Language',
			searchListMethod: 'searchLanguages',
			placeholder: 'e.g. en',
			description: 'The language that the avatar speaks, as a code of the list of languages',
		}),
	),
	{
		displayName: 'Close When Done',
		name: 'closeWhenDone',
		type: 'boolean',
		default: false,
		description:
			'Whether to close the session after the last message of this node, even when one of them failed. An open session goes on costing credits.',
	},
	...underMoreFields(
		sessionField('The session that is closed when done, and asked about when no answer comes'),
	),
	...underMoreFields(simplifyField),
	{
		displayName: 'Client Chat Room URL',
		name: 'clientChatRoomUrl',
		type: 'string',
		default: '={{ $json.streamUrls.clientChatRoomUrl }}',
		required: true,
		placeholder: 'e.g. wss://example.com/live/stream/client_1',
		description: 'The address to connect to: streamUrls.clientChatRoomUrl in the output of Create',
	},
	{
		displayName: 'Server Chat Room URL',
		name: 'serverChatRoomUrl',
		type: 'string',
		default: '={{ $json.streamUrls.serverChatRoomUrl }}',
		required: true,
		placeholder: 'e.g. wss://example.com/live/stream/server_1',
		description:
			'The address whose end names the server for the message: streamUrls.serverChatRoomUrl in the output of Create',
	},
];

/** The same for the `options` collection. */
export const chatOptions: INodeProperties[] = [
	moreFields('Role From, Voice, Language, Session ID and Simplify'),
	{
		displayName: 'Answer Timeout (Seconds)',
		name: 'answerTimeout',
		type: 'number',
		default: 60,
		typeOptions: { minValue: 1 },
		description: 'How long to wait for the first part of the answer',
	},
	{
		displayName: 'Message ID',
		name: 'messageId',
		type: 'string',
		default: '',
		placeholder: 'e.g. question-12',
		description: 'A name of your own for the message. When empty, each message gets one of its own.',
	},
	{
		displayName: 'Quiet Time (Seconds)',
		name: 'quietTime',
		type: 'number',
		default: 2,
		typeOptions: { minValue: 0.1, numberPrecision: 1 },
		description:
			'How long the avatar has to be silent for its answer to be complete: the service marks no end. Raise it when answers are cut off.',
	},
];

/** An address of a chat room. */
export const webSocketUrl = text.superRefine((url, context) => {
	if (isWebSocketUrl(url)) return;
	refuse(context, `must be a whole address that starts with wss:// or ws://, but ${quoted(url)} was given`);
});

/** Talk unless told otherwise: the default of the service, repeating, looks like an echo (service.md: Live avatar chat). */
export const modeType = choice(['1', '2'], '2').transform((mode): ModeType => (mode === '1' ? 1 : 2));

/** The parameters of the avatar's role. */
export const prompt = { promptFrom: choice(['text', 'url'], 'text'), promptContent: optionalText };

/** The role as the service takes it; undefined where none is described. */
export function promptIn(
	{ promptFrom: from, promptContent: content }: z.output<z.ZodObject<typeof prompt>>,
	context: z.RefinementCtx,
) {
	if (content === undefined) return undefined;
	if (from === 'url' && !isHttpUrl(content)) {
		refuse(
			context,
			`must be the address of a PDF that starts with https:// or http://, but ${quoted(content)} was given`,
			['promptContent'],
		);
	}
	return { from, content };
}
