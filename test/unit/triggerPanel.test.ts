import { MediaGenerationTrigger } from '../../nodes/MediaGenerationTrigger/MediaGenerationTrigger.node';

const { description } = new MediaGenerationTrigger();
const panel = typeof description.triggerPanel === 'object' ? description.triggerPanel : {};
const textsOf = (text: string | { active: string; inactive: string } | undefined) =>
	typeof text === 'object' ? [text.active, text.inactive] : [text ?? ''];

test.each([
	...textsOf(panel.executionsHelp),
	description.eventTriggerDescription ?? '',
	description.properties.find(({ type }) => type === 'notice')?.displayName ?? '',
])('someone who tries the trigger is told where the Test URL goes, and to run that node: %s', (text) => {
	expect(text).toMatch(/test URL/i);
	expect(text).toContain('Webhook URL');
	expect(text).toContain('run that node');
});

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
