import { jobKinds } from '../jobs/kinds';
import { changed } from '../service/schema';
import { without } from '../service/values';
import { defineCreate, titleOf, type Resource } from './defineOperation';
import { choice, parameter } from './parameters/builders';
import { refuseValue } from './parameters/messages';
import { bodySchema, textSchema } from './parameters/schemas';

const withoutSession = without(jobKinds, 'liveAvatarSession');
const kinds = Object.values(withoutSession);

/** You copy paths from the service's documentation, with the root. Another root stays (service.md: Addresses and version). */
const pathSchema = changed(textSchema, (given, context) => {
	const path = given.replace(/^\/?(?:api\/open\/v3\/)?/, '/');
	if (/^\/[\w-]+(?:\/[\w-]+)*$/.test(path)) return path;
	return refuseValue(context, 'a path below the Base URL, such as /content/video/create', path);
});

/** Its jobs are of the given kind, unless you choose another. `example` is a path of its node. */
export function customJob(kind: keyof typeof withoutSession, example: string, makesImages = false): Resource {
	const submit = defineCreate({
		value: 'submit',
		action: 'Submit custom job',
		description: 'Send a paid request that no other operation covers, and wait for its result',
		kind,
		makesImages,
		to: { path: '/', check: 'Check Path' },
		parameters: {
			path: parameter('string', pathSchema, 'Path', {
				required: true,
				placeholder: `e.g. ${example}`,
				description: 'Below the Base URL and /api/open/v3. A path from /api/ on is sent as it stands.',
			}),
			body: parameter('json', bodySchema, 'Body (JSON)', {
				default: '{}',
				description: 'The request as a JSON object. The node adds a webhookUrl where it needs one.',
			}),
			jobType: choice('Job Type', {
				default: kind,
				noDataExpression: true,
				options: kinds.map(({ name: value, label }) => ({ value, name: titleOf(label) })),
				description: 'The kind of job that the request creates, by which the node reads its result',
			}),
		},
		// A retry with another Job Type is the same request.
		read: ({ path, body }) => ({ path, body }),
		plan: ({ path, body }) => ({ path, body }),
	});
	return { value: 'custom', name: 'Custom Job', operations: [{ ...submit, kinds }], isHiddenFromTools: true };
}
