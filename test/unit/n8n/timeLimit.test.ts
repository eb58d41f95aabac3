import type { IExecuteFunctions } from 'n8n-workflow';
import { timeLimitOf } from '../../../nodes/shared/n8n/timeLimit';

const relay = () => undefined;
const limitOf = (additionalData: object) => timeLimitOf({ additionalData } as unknown as IExecuteFunctions);

test.each([
	['a worker, which relays what is streamed', { hooks: { handlers: { sendChunk: [relay] } } }, true],
	[
		'a process from which something streams',
		{ hooks: { handlers: { sendChunk: [relay] } }, streamingEnabled: true },
		false,
	],
	['a process that relays nothing', { hooks: { handlers: { sendChunk: [] } } }, false],
	['an n8n without such handlers', {}, false],
])('the limit of %s', (_, data, isPerLeg) => {
	expect(limitOf({ ...data, executionTimeoutTimestamp: 5 })).toEqual({ at: 5, isPerLeg });
	expect(limitOf(data).at).toBe(Infinity);
});
