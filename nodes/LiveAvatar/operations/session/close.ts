import { defineCall } from '../../../shared/operation/defineOperation';
import { changeOf } from '../../session';

/** Ends a session, and with it what it costs (service.md: Live avatar sessions). */
export const close = defineCall({
	value: 'close',
	name: 'Close',
	action: 'Close a live avatar session',
	description:
		'End a live avatar session, so that it costs nothing more. Closing it twice does no harm. Every session that was created has to be closed.',
	...changeOf('close'),
});
