import type { ServerResponse } from 'node:http';
import { z } from 'zod/v3';

import { routes } from '../endpoints';
import { detect } from '../endpoints/detect';
import type { Emulator } from '../index';
import type { LoggedRequest } from '../options';
import { Call, readOf } from './call';
import { gatewayPage, sendText } from './exchange';
import { Refusal } from './refusal';

/** An answer: JSON, or the page of a gateway. */
export interface Answer {
	httpStatus: number;
	/** Business code, or error_code for detection. A page has no code. */
	code?: number;
	text: string;
}

const apiPrefix = '/api/open/v3';
export const detectPath = '/detect-host/detect';

const keyPair = z.object({ clientId: z.string().default(''), clientSecret: z.string().default('') }).strict();

/** Finds the endpoint of a call and answers with it. Refusals become the envelope (service.md: Answers). */
export async function dispatch(world: Emulator, request: LoggedRequest): Promise<Answer> {
	const isDetection = request.area === 'detect';
	try {
		if (isDetection) return await answerDetection(world, request);
		if (request.path === `${apiPrefix}/getToken`) return answerToken(world, request);
		return answerRoute(world, request);
	} catch (error) {
		const refusal = error instanceof Refusal ? error : new Refusal(500, 'Internal error', 500);
		if (!(error instanceof Refusal)) world.options.log?.(`emulator: ${String(error)}`);
		const { code, msg, httpStatus } = refusal;
		request.refusal = msg;
		return {
			httpStatus,
			code,
			text: JSON.stringify(isDetection ? { error_code: code, error_msg: msg } : { code, msg }),
		};
	}
}

function answerToken(world: Emulator, request: LoggedRequest): Answer {
	if (request.method !== 'POST') return wrongMethod(405);
	refuseBadJson(request);
	// Without the required header, the service reads no body.
	const isSaid = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
	const { clientId, clientSecret } = readOf(world, request, isSaid ? request.body : {})(keyPair);
	if (clientId === '' || clientSecret === '') throw new Refusal(1102, 'Authorization cannot be empty');
	const token = world.keyring.issueToken(clientId, clientSecret);
	return { httpStatus: 200, code: 1000, text: JSON.stringify({ code: 1000, msg: 'OK', token }) };
}

async function answerDetection(world: Emulator, request: LoggedRequest): Promise<Answer> {
	if (request.method !== 'POST') return wrongMethod(405);
	world.keyring.authorize(request.headers);
	refuseBadJson(request);
	const json = await detect(world, readOf(world, request, request.body));
	return { httpStatus: 200, code: json.error_code, text: JSON.stringify(json) };
}

const routeAt = new Map(
	routes.map((route) => [route.path.startsWith('/api/') ? route.path : apiPrefix + route.path, route]),
);
function answerRoute(world: Emulator, request: LoggedRequest): Answer {
	const route = routeAt.get(request.path);
	if (!route) return wrongMethod(404);
	if (!route.methods(world.shapes).includes(request.method)) return wrongMethod(405);
	const account = world.keyring.authorize(request.headers);
	refuseBadJson(request);
	const { msg = 'OK', data, ...rest } = route.handle(new Call(world, account, request));
	const text = JSON.stringify({ code: 1000, msg, data, ...rest });
	// With the setting `ids`, IDs of digits are numbers.
	const isNumbered = world.shapes.ids === 'number';
	return {
		httpStatus: 200,
		code: 1000,
		text: isNumbered ? text.replace(/("_id":)"(\d{20})"/g, '$1$2') : text,
	};
}

function refuseBadJson({ body }: LoggedRequest): void {
	if (typeof body === 'string') throw new Refusal(1003, 'Parameter error: the body is not JSON');
}

const wrongMethod = (httpStatus: 404 | 405): Answer => ({
	httpStatus,
	text: gatewayPage(httpStatus, httpStatus === 404 ? 'Not Found' : 'Method Not Allowed'),
});

export function sendAnswer(
	response: ServerResponse,
	logged: LoggedRequest,
	{ httpStatus, code, text }: Answer,
	headers = {},
): void {
	Object.assign(logged, { httpStatus, code });
	const type = code === undefined ? 'text/html' : 'application/json';
	sendText(response, httpStatus, `${type}; charset=utf-8`, text, headers);
}
