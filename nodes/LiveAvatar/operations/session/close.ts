import { defineChange } from '../../session';

export const close = defineChange('close', {
	value: 'close',
	name: 'Close',
	action: 'Close live avatar session',
	description: 'End a live avatar session, so that it costs nothing more. You can safely close it twice.',
});
