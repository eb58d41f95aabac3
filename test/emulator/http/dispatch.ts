import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod/v3';

import type { LoggedRequest } from '../api';
import { detect } from '../endpoints/detect';
import { routes } from '../endpoints/routes';
import type { World } from '../world';
import { gatewayPage } from './exchange';
import { check } from './params';
import { Refusal } from './refusal';
import { respelt, respeltText } from './respell';
import type { Read } from './route';

/** What is answered: JSON, or a page as a gateway sends it. */
export interface Answer {
	httpStatus: number;
	/** Business code; error_code for detection. */
	code?: number;
	json?: unknown;
	/** The JSON as it is written, where that matters. */
	text?: string;
	html?: string;
}

export const apiPrefix = '/api/open/v3';
export const detectPath = '/detect-host/detect';

const keyPair = z.object({ clientId: z.string().default(''), clientSecret: z.string().default('') }).strict();

/** Finds the endpoint of a call and has it answered; refusals become the envelope (service.md: Answers). */
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
		request.refusal = msg;
		return { httpStatus, code, json: isDetection ? { error_code: code, error_msg: msg } : { code, msg } };
	}
}

function answerToken(world: World, request: LoggedRequest, isJson: boolean): Answer {
	if (request.method !== 'POST') return wrongMethod(405);
	refuseBadJson(isJson);
	// Without the header that the interface asks for, the service sees no body.
	const isSaid = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
	const { clientId, clientSecret } = readOf(world, request, isSaid ? request.body : {})(keyPair);
	if (clientId === '' || clientSecret === '') throw new Refusal(1102, 'Authorization cannot be empty');
	const token = world.accounts.issueToken(clientId, clientSecret);
	const told = world.shapes.tokenUnder === 'top' ? { token } : { data: { token } };
	return { httpStatus: 200, code: 1000, json: { code: 1000, msg: 'OK', ...told } };
}

async function answerDetection(world: World, request: LoggedRequest, isJson: boolean): Promise<Answer> {
	if (request.method !== 'POST') return wrongMethod(405);
	authorize(world, request);
	refuseBadJson(isJson);
	const json = await detect(world, readOf(world, request, request.body));
	return { httpStatus: 200, code: 'error_code' in json ? Number(json.error_code) : 0, json };
}

async function answerRoute(world: World, request: LoggedRequest, isJson: boolean): Promise<Answer> {
	const route = routes.find(({ path }) => request.path === apiPrefix + path);
	const methods = route?.methods(world.shapes) ?? [];
	if (!route || methods.length === 0) return wrongMethod(404);
	if (!methods.includes(request.method)) return wrongMethod(world.shapes.wrongMethodStatus);
	const account = authorize(world, request);
	refuseBadJson(isJson);
	const { data, msg } = await route.handle({
		world,
		account,
		body: readOf(world, request, request.body),
		query: readOf(world, request, request.query),
		method: request.method,
		hasBody: request.body !== undefined,
	});
	const told = data === undefined ? {} : { data: respelt(data, world.shapes) };
	const json = { code: 1000, msg: msg ?? 'OK', ...told };
	return { httpStatus: 200, code: 1000, json, text: respeltText(json, world.shapes) };
}

/** Reads a part of a request; names of parameters that the call does not have go into the log. */
function readOf(world: World, request: LoggedRequest, part: unknown): Read {
	const areTaken = world.shapes.unknownFields === 'taken';
	return (schema) => check(schema, part, { noted: request.unknownFields, areTaken });
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
export function sendAnswer(
	response: ServerResponse,
	{ httpStatus, json, text: written, html }: Answer,
	headers = {},
): void {
	if (response.headersSent || response.destroyed) return;
	const text = html ?? written ?? JSON.stringify(json);
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
