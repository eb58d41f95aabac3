import { defineCall } from '../../../shared/operation/defineOperation';
import { changeOf } from '../../session';

/** Stops the stream of a session for a while (service.md: Live avatar sessions). */
export const pause = defineCall({
	value: 'pause',
	name: 'Pause',
	action: 'Pause a live avatar session',
	description:
		'Stop the stream of a session for a while. It can take up to several seconds until it stops. The next message starts it again; after a long silence the session ends and has to be created anew.',
	...changeOf('pause'),
});
