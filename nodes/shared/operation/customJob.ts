import type { IExecuteFunctions } from 'n8n-workflow';
import { jobKinds } from '../jobs/kinds';
import { wrongField } from '../service/failure';
import { changed } from '../service/schema';
import { without } from '../service/values';
import { defineCreate, titleOf, type Operation, type Resource } from './defineOperation';
import { choice, parameter } from './parameters/builders';
import { quoted, refuseValue } from './parameters/messages';
import { bodySchema, textSchema } from './parameters/schemas';

const kinds = without(jobKinds, 'liveAvatarSession');
type KindName = keyof typeof kinds;

/** You copy paths from the service's documentation, with the root. Another root stays (service.md: Addresses and version). */
const pathSchema = changed(textSchema, (given, context) => {
	const path = given.replace(/^\/?(?:api\/open\/v3\/)?/, '/');
	if (/^\/[\w-]+(?:\/[\w-]+)*$/.test(path)) return path;
	return refuseValue(context, 'a path below the Base URL, such as /content/video/create', path);
});

/** Its jobs are of the given kind, unless you choose another. `example` is a path of its node. */
export function customJob(kind: KindName, example: string, makesImages = false): Resource {
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
				options: Object.values(kinds).map(({ name: value, label }) => ({ value, name: titleOf(label) })),
				description: 'The kind of job that the request creates, by which the node reads its result',
			}),
		},
		// A retry with another Job Type is the same request.
		read: ({ path, body }) => ({ path, body }),
		plan: ({ path, body }) => ({ path, body }),
	});
	return { value: 'custom', name: 'Custom Job', operations: [submit], isHiddenFromTools: true };
}

/** n8n adds this choice to each list of operations. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** The operation that a node is set to. @throws Failure */
export function chosen(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const names = ['resource', 'operation', 'jobType'];
	const [resource, operation, jobType] = names.map((name): unknown => context.getNodeParameter(name, 0, ''));
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	const kind = Object.values(kinds).find(({ name }) => name === jobType);
	if (found?.type === 'create' && 'jobType' in found.parameters && kind) return { ...found, kind };
	if (found) return found;
	const description = 'Choose Custom Job, or for a read an HTTP Request node with this credential.';
	const isCustom = [resource, operation].includes(CUSTOM_API_CALL);
	const isKnown = resources.some(({ value }) => value === resource);
	const [field, given] = isKnown || isCustom ? ['Operation', operation] : ['Resource', resource];
	const name = isCustom ? 'Custom API Call' : quoted(given);
	throw wrongField(field, `${field} is ${name}, which this node does not have`, description);
}
