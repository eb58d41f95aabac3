import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

import type { LoggedRequest } from '../api';
import { detect } from '../endpoints/detect';
import { routes } from '../endpoints/routes';
import type { World } from '../world';
import { check } from './params';
import { gatewayPage } from './exchange';
import { Refusal } from './refusal';

/** What is answered: JSON, or a page as a gateway sends it. */
export interface Answer {
	httpStatus: number;
	/** Business code; error_code for detection. */
	code?: number;
	json?: unknown;
	html?: string;
}

export const apiPrefix = '/api/open/v3';
export const detectPath = '/detect-host/detect';

const keyPair = z.object({ clientId: z.string().default(''), clientSecret: z.string().default('') });

/** Finds the endpoint of a call and has it answered; refusals become the envelope (interface: Common response envelope). */
export async function dispatch(world: World, request: LoggedRequest, isJson: boolean): Promise<Answer> {
	const isDetection = request.area === 'detect';
	try {
		if (isDetection) return await answerDetection(world, request, isJson);
		if (request.path === `${apiPrefix}/getToken`) return answerToken(world, request, isJson);
		return await answerRoute(world, request, isJson);
	} catch (error) {
		const refusal = error instanceof Refusal ? error : new Refusal(500, 'Internal error', 500);
		if (!(error instanceof Refusal)) world.options.log?.(`emulator: ${String(error)}`);
		const { code, msg, httpStatus } = refusal;
		return { httpStatus, code, json: isDetection ? { error_code: code, error_msg: msg } : { code, msg } };
	}
}

function answerToken(world: World, request: LoggedRequest, isJson: boolean): Answer {
	if (request.method !== 'POST') return wrongMethod(405);
	refuseBadJson(isJson);
	const { clientId, clientSecret } = check(keyPair, request.body);
	if (clientId === '' || clientSecret === '') throw new Refusal(1102, 'Authorization cannot be empty');
	const token = world.accounts.issueToken(clientId, clientSecret);
	return { httpStatus: 200, code: 1000, json: { code: 1000, msg: 'OK', token } };
}

async function answerDetection(world: World, request: LoggedRequest, isJson: boolean): Promise<Answer> {
	if (request.method !== 'POST') return wrongMethod(405);
	const account = authorize(world, request);
	refuseBadJson(isJson);
	const json = await detect(world, account, request.body);
	return { httpStatus: 200, code: 'error_code' in json ? Number(json.error_code) : 0, json };
}

async function answerRoute(world: World, request: LoggedRequest, isJson: boolean): Promise<Answer> {
	const route = routes.find(({ path }) => request.path === apiPrefix + path);
	if (!route) return { httpStatus: 404, html: gatewayPage(404, 'Not Found') };
	if (!route.methods(world.shapes).includes(request.method))
		return wrongMethod(world.shapes.wrongMethodStatus);
	const account = authorize(world, request);
	refuseBadJson(isJson);
	const { data, msg } = await route.handle({ world, account, body: request.body, query: request.query });
	const json = { code: 1000, msg: msg ?? 'OK', ...(data === undefined ? {} : { data }) };
	return { httpStatus: 200, code: 1000, json };
}

function authorize(world: World, request: LoggedRequest) {
	return world.accounts.authorize(request.headers.authorization, world.shapes.authHttpStatus);
}

function refuseBadJson(isJson: boolean): void {
	if (!isJson) throw new Refusal(1003, 'Parameter error: the body is not JSON');
}

const wrongMethod = (status: number): Answer => ({
	httpStatus: status,
	html: gatewayPage(status, status === 404 ? 'Not Found' : 'Method Not Allowed'),
});

/** Writes an answer. */
export function sendAnswer(response: ServerResponse, { httpStatus, json, html }: Answer, headers = {}): void {
	if (response.headersSent || response.destroyed) return;
	const text = html ?? JSON.stringify(json);
	const contentType = html === undefined ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
	response.writeHead(httpStatus, {
		'content-type': contentType,
		'content-length': Buffer.byteLength(text),
		...headers,
	});
	response.end(text);
}

/** A request's headers with single values. */
export function plainHeaders(request: IncomingMessage): Record<string, string> {
	return Object.fromEntries(
		Object.entries(request.headers).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.join(', ') : (value ?? ''),
		]),
	);
}
