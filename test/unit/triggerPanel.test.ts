import { MediaGenerationTrigger } from '../../nodes/MediaGenerationTrigger/MediaGenerationTrigger.node';

const { description } = new MediaGenerationTrigger();
const panel = typeof description.triggerPanel === 'object' ? description.triggerPanel : {};
const textsOf = (text: string | { active: string; inactive: string } | undefined) =>
	typeof text === 'object' ? [text.active, text.inactive] : [text ?? ''];

const notice = description.properties.find(({ type }) => type === 'notice')?.displayName;
const [published = '', unpublished = ''] = textsOf(panel.executionsHelp);

test.each([
	['the panel of a published workflow', published],
	['the panel of another one', unpublished],
	['the canvas', description.eventTriggerDescription ?? ''],
	['the notice above the parameters', notice ?? ''],
])(
	'someone who tries the trigger is told by %s where the Test URL goes, and to run that node',
	(_where, text) => {
		expect(text).toMatch(/test URL/i);
		expect(text).toContain('Webhook URL');
		expect(text).toContain('run that node');
	},
);

test('no text of the panel asks for an event to be made at the service', () => {
	expect(panel.header).toBeDefined();
	for (const text of [
		panel.header ?? '',
		...textsOf(panel.executionsHelp),
		...textsOf(panel.activationHint),
	]) {
		expect(text).not.toBe('');
		expect(text).not.toMatch(/create an event|events from|make an event/i);
	}
});
