import { defineChange } from '../../session';

export const pause = defineChange('pause', {
	value: 'pause',
	name: 'Pause',
	action: 'Pause a live avatar session',
	description:
		'Stop the stream for a while. The next message starts it again. After a long silence the session ends.',
});
