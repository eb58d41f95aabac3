import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import type { LoggedRequest } from '../api';
import type { FaultSpec } from '../faults';
import { sendAnswer, type Answer } from './dispatch';
import { gatewayPage, sendText } from './exchange';

/** Connections that time-out faults have left open. */
export type Held = Set<ServerResponse>;

/** Tells of each of them: a simulated clock does not wait for its answer. */
const holds = channel('emulator.holds');

/**
 * Does what a fault says, with the service's own answer where the fault comes after the work.
 * `work` is called only when the request is to be taken.
 */
export async function applyFault(
	fault: FaultSpec,
	logged: LoggedRequest,
	response: ServerResponse,
	held: Held,
	work: () => Promise<Answer>,
): Promise<void> {
	logged.fault = fault.kind;
	const { headers = {} } = fault;
	const after = fault.kind.startsWith('afterTaken');
	if (after) await work();
	switch (fault.kind) {
		case 'slow': {
			const answer = await work();
			await wait(fault.delayMs ?? 1000, undefined, { ref: false });
			note(logged, answer.httpStatus, answer.code);
			return sendAnswer(response, answer, headers);
		}
		case 'code': {
			const code = fault.code ?? 1005;
			const msg = fault.msg ?? `Emulated code ${code}`;
			const json = logged.area === 'detect' ? { error_code: code, error_msg: msg } : { code, msg };
			note(logged, fault.status ?? 200, code);
			return sendAnswer(response, { httpStatus: fault.status ?? 200, json }, headers);
		}
		case 'reset':
		case 'afterTakenReset':
			response.socket?.resetAndDestroy();
			return note(logged, 0);
		case 'timeout':
		case 'afterTakenTimeout':
			note(logged, 0);
			held.add(response);
			holds.publish(response);
			if (fault.delayMs === undefined) return;
			await wait(fault.delayMs, undefined, { ref: false });
			held.delete(response);
			return void response.destroy();
		case 'empty':
			note(logged, fault.status ?? 200);
			return sendText(response, fault.status ?? 200, 'application/json', '', headers);
		case 'badJson':
		case 'afterTakenBadJson':
			note(logged, fault.status ?? 200);
			return sendText(
				response,
				fault.status ?? 200,
				'application/json',
				fault.body ?? '{"code": 1000, "da',
				headers,
			);
		default: {
			const status = fault.status ?? (fault.kind === 'html' ? 200 : 502);
			note(logged, status);
			const page = fault.body ?? gatewayPage(status, 'Bad Gateway');
			return sendText(response, status, 'text/html', page, headers);
		}
	}
}

function note(logged: LoggedRequest, httpStatus: number, code?: number): void {
	logged.httpStatus = httpStatus;
	logged.code = code;
}
