import { RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import type { TestCredentialsHelper } from './credentials';
import { TestNodeTypes } from './nodeTypes';
import { additionalDataOf, contextOf, workflowOf, type Instance } from './run';
import { define, property } from './substitutes';
import { completeNode } from './workflow';

/**
 * Tests a credential step by step, as n8n's server does after you click Save or Retry. The server sends a declarative
 * request of a temporary node, and picks its sentences from the outcome.
 * @param data the values on the screen, which the stored token joins.
 */
export async function testCredential(
	instance: Instance & { credentialsHelper: TestCredentialsHelper },
	type: ICredentialType,
	id: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	if (type.test === undefined)
		return { status: 'Error', message: 'No testing function found for this credential.' };
	const additionalData = additionalDataOf(instance, '1');
	let resolved: ICredentialDataDecryptedObject;
	try {
		resolved = instance.credentialsHelper.resolve(additionalData, data, type.name, 'internal');
	} catch (error) {
		return { status: 'Error', message: messageOf(error) };
	}
	const decrypted = { id, name: 'Tested', type: type.name, data: resolved };
	const nodeType = requestNode(type);
	const node = completeNode({ name: 'Temp-Node', type: 'n8n-nodes-base.noOp' }, 0, 1);
	node.credentials = { [type.name]: { id, name: 'Tested' } };
	const nodeTypes = new TestNodeTypes();
	nodeTypes.add([[node.type, nodeType]]);
	const context = contextOf(node, workflowOf({ nodeTypes }, {}, [node]), additionalData, [{ json: {} }]);
	let response;
	try {
		response = await new RoutingNode(context, nodeType, decrypted).runNode();
	} catch (error) {
		return { status: 'Error', message: sentenceFor(error, type.test) };
	}
	const body: unknown = response?.[0]?.[0]?.json;
	for (const rule of type.test.rules ?? []) {
		if (rule.type !== 'responseSuccessBody') continue;
		const { key, value, message } = rule.properties;
		if (fieldOf(body, key) === value) return { status: 'Error', message };
	}
	return { status: 'OK', message: 'Connection successful!' };
}

function requestNode({ name, test }: ICredentialType): INodeType {
	const { description } = define(
		'noOp',
		async () => [],
		[property('temp', 'string', '', { routing: { request: test?.request } })],
		{ credentials: [{ name, required: true }] },
	);
	return { description };
}

function sentenceFor(error: unknown, test: ICredentialTestRequest): string {
	const response = fieldOf(error, 'cause.response');
	if (response !== undefined) {
		const status = fieldOf(response, 'status');
		for (const rule of test.rules ?? []) {
			if (rule.type === 'responseCode' && rule.properties.value === status) return rule.properties.message;
		}
		return String(fieldOf(response, 'statusText') ?? `Received HTTP status code: ${String(status)}`);
	}
	const code = fieldOf(error, 'cause.code');
	return code === undefined ? messageOf(error) : String(code);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const fieldOf = (value: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((inner, key) => Object(inner)[key], value);
