import { z } from 'zod/v3';
import { sendingUntil } from '../../../nodes/shared/callbacks/deadline';
import type { Environment, ServiceRequest } from '../../../nodes/shared/transport/types';

test('nothing is sent after the deadline', async () => {
	let now = 0;
	let sent = 0;
	const environment: Environment = { now: () => now, random: () => 0, sleep: async () => undefined };
	const request: ServiceRequest = { method: 'POST', path: '/x', intent: 'repeatable', group: 'image' };
	const transport = sendingUntil(1_000, environment, {
		send: async (_request, answer) => {
			sent += 1;
			return answer.parse('here');
		},
	});
	now = 1_000;
	expect(await transport.send(request, z.string())).toBe('here');
	now = 1_001;
	await expect(transport.send(request, z.string())).rejects.toThrow('did not answer in time');
	expect(sent).toBe(1);
});
