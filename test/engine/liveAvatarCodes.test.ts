import '../support/fastClock';
import type { INodeParameters } from 'n8n-workflow';
import { single } from '../support/engine';
import { liveChat } from './liveAvatarSetup';

const CODES = [
	1003, 1008, 1009, 1101, 1102, 1200, 1201, 1202, 1203, 1204, 1205, 1207, 1209, 1210, 1211, 1214, 1215, 1216,
	1219,
];

const live = liveChat();
const AVATAR = 'Ada_1080P_back';
const goingOn = (operation: string, parameters: INodeParameters = {}) =>
	single('liveAvatar', { resource: 'session', operation, ...parameters }, { onError: 'continueErrorOutput' });
const callsTo = (action: string) => live.emulator.requestsTo(`/liveAvatar/session/${action}`);

describe('each code of the group', () => {
	test.each(['create', 'get', 'getAll', 'pause', 'close'])(
		'is explained by %s, with what to do',
		async (operation) => {
			const path = operation === 'get' ? 'detail' : operation === 'getAll' ? 'list' : operation;
			const parameters: INodeParameters = operation === 'create' ? { avatarId: AVATAR } : {};
			// To close what is closed is a success.
			for (const code of CODES.filter((each) => operation !== 'close' || each !== 1219)) {
				const match = { path: `session/${path}` };
				live.emulator.faults.add({ kind: 'code', code, msg: `said ${code}`, match, times: Infinity });
				const result = await live.engine.run(goingOn(operation, parameters), {
					input: [{ id: 'session-1' }],
				});
				const [failed] = result.json('Node', 1);
				expect(failed).toMatchObject({
					error: expect.not.stringContaining(`said ${code}`),
					details: { errorCode: code, description: expect.stringContaining(`said ${code}`) },
				});
				live.emulator.faults.clear();
			}
		},
	);

	test.each([1214, 1215])(
		'that means "not now" (%i) is no end of a close: the session costs credits',
		async (code) => {
			const session = await live.open();
			live.emulator.faults.add({ kind: 'code', code, match: { path: 'session/close' }, times: 2 });
			const result = await live.engine.run(goingOn('close'), { input: [session] });
			expect(result.json('Node')).toEqual([{ success: true, id: session.id }]);
			expect(live.closings()).toContain(session.id);
		},
	);

	test('that means nobody can go on ends a list of creates, and marks what was not sent', async () => {
		live.emulator.faults.add({
			kind: 'code',
			code: 1200,
			match: { path: 'session/create' },
			times: Infinity,
		});
		const result = await live.engine.run(goingOn('create', { avatarId: AVATAR }), {
			input: Array(8).fill({}),
		});
		const failed = result.json('Node', 1);
		expect(failed.map(({ details }) => details)).toEqual(
			Array(8).fill(expect.objectContaining({ submitted: 'no', errorCode: 1200 })),
		);
		expect(callsTo('create').length).toBeLessThanOrEqual(5);
	});
});
