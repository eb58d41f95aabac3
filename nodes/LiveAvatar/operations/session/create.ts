import { jobKinds } from '../../../shared/jobs/kinds';
import { defineSession } from '../../../shared/operation/defineOperation';
import { ItemFailure } from '../../../shared/operation/failure';
import { optionalUrlSchema } from '../../../shared/operation/parameters/schemas';
import { id } from '../../../shared/operation/parameters/resourceLocators';
import { parameter } from '../../../shared/operation/parameters/builders';
import { serviceAddress } from '../../../shared/transport/account';
import { canReach } from '../../../shared/transport/privateAddress';
import { requireReady } from '../../readyAvatar';

/** Opens a session; it is ready when it streams (service.md: Live avatar sessions). */
export const create = defineSession({
	value: 'create',
	name: 'Create',
	action: 'Create a live avatar session',
	description:
		'Open a session in which an avatar is streamed live, and get the addresses of its stream and of its chat. It costs credits until it is closed with Close.',
	kind: jobKinds.liveAvatarSession,
	to: { path: '/liveAvatar/session/create' },
	parameters: {
		avatarId: id('Avatar', {
			from: 'searchLiveAvatars',
			placeholder: 'e.g. Ada_1080P_back',
			description:
				'Who speaks: one of the avatars of the service for live sessions, or the Avatar ID of your own, uploaded with the type For Live Sessions (a video of at most 60 frames per second) and completed',
		}),
	},
	options: {
		webhookUrl: parameter('string', optionalUrlSchema, 'Webhook URL', {
			placeholder: 'e.g. https://n8n.example.com/webhook/…',
			description:
				'Address that the service calls when the status of the session changes, of a Webhook node for example. It is no address of a Media Generation Trigger: that tells of jobs.',
		}),
	},
	async plan({ avatarId, options: { webhookUrl } }, tools) {
		if (webhookUrl !== undefined && !canReach(await serviceAddress(tools.context), webhookUrl)) {
			throw new ItemFailure(`Webhook URL is at ${new URL(webhookUrl).host}, which the service can't reach`, {
				submitted: 'no',
				description: 'Give an address that can be reached from the internet.',
			});
		}
		await requireReady(avatarId, tools);
		return { body: { avatar_id: avatarId, webhookUrl } };
	},
});
