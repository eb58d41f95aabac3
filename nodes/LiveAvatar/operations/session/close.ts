import { defineChange } from '../../session';

export const close = defineChange('close', {
	value: 'close',
	action: 'Close live avatar session',
	description:
		'End a session with its stream and chat, so that it costs nothing more. You can safely close it twice.',
});
