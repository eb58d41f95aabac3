import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import type { FaultSpec } from '../faults';
import type { LoggedRequest } from '../options';
import { sendAnswer, type Answer } from './dispatch';
import { gatewayPage, sendText } from './exchange';

/** Reports each connection that a timeout fault leaves open. A simulated clock does not wait for its answer. */
const holds = channel('emulator.holds');

/**
 * Applies a fault, with the service's own answer if the fault comes after the work.
 * Calls `work` only if the request is accepted. `held` has the connections that timeout faults left open.
 */
export async function applyFault(
	fault: FaultSpec,
	logged: LoggedRequest,
	response: ServerResponse,
	held: Set<ServerResponse>,
	work: () => Promise<Answer>,
): Promise<void> {
	const { headers, delayMs } = fault;
	if (fault.kind.startsWith('afterTaken')) await work();
	const send = (usualStatus: number, type: string, usualBody: string | ((status: number) => string)) => {
		logged.httpStatus = fault.status ?? usualStatus;
		const body = typeof usualBody === 'string' ? usualBody : usualBody(logged.httpStatus);
		sendText(response, logged.httpStatus, type, fault.body ?? body, headers);
	};
	switch (fault.kind) {
		case 'slow': {
			const answer = await work();
			await wait(delayMs ?? 1000, undefined, { ref: false });
			return sendAnswer(response, logged, answer, headers);
		}
		case 'code': {
			const { code = 1005, msg = `Emulated code ${code}`, status = 200 } = fault;
			const json = logged.area === 'detect' ? { error_code: code, error_msg: msg } : { code, msg };
			return sendAnswer(response, logged, { httpStatus: status, code, text: JSON.stringify(json) }, headers);
		}
		case 'reset':
		case 'afterTakenReset':
			return void response.socket?.resetAndDestroy();
		case 'timeout':
		case 'afterTakenTimeout':
			held.add(response);
			holds.publish(response);
			return;
		case 'badJson':
		case 'afterTakenBadJson':
			return send(200, 'application/json', '{"code": 1000, "da');
		default:
			return send(fault.kind === 'html' ? 200 : 502, 'text/html', (status) =>
				gatewayPage(status, 'Bad Gateway'),
			);
	}
}
