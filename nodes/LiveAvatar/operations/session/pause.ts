import { defineChange } from '../../session';

export const pause = defineChange('pause', {
	value: 'pause',
	action: 'Pause live avatar session',
	description: 'Stop the stream within seconds, until the next message. A long silence ends the session.',
});
