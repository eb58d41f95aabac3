import { strategyOf } from '../../../nodes/shared/async/waitMethods';
import * as strategies from '../../../nodes/shared/waiting/strategies';
import { testTable } from '../../support/table';

interface Given {
	/** The leg. */
	began?: number;
	woken?: 'time' | 'call';
	limit?: number;
	worker?: true;
	/** When n8n would have cancelled the first leg, which began at 0. */
	firstLimit?: number;
	saveAfter?: number;
	answerBy?: number;
	silentUntil?: number;
	/** The job. */
	made?: number;
	deadline?: number;
	timeout?: number;
	unsent?: true;
	/** Other jobs that are open. */
	open?: Array<{ made: number; deadline?: number; called?: boolean }>;
	called?: boolean;
	free?: true;
	refused?: true;
	none?: true;
	now?: number;
}

const ms = (seconds = Infinity) => seconds * 1_000;
const seconds = (at: number) => (at === Infinity ? 'never' : String(at / 1_000));

testTable([__dirname, 'times.txt', 3], 'a leg keeps to its times: %s', (_, way = '', given = '') => {
	const of: Given = JSON.parse(given);
	const { began = 0, woken, firstLimit = of.limit, made = 0, timeout = 30, now = began } = of;
	const first = woken && { startedAt: 0, limitAt: ms(firstLimit) };
	const limit = { at: ms(of.limit) + began * 1_000, isPerLeg: of.worker === true };
	const ends = strategies.endsAt(limit, ms(began), woken, first);
	const timing = {
		...{
			startedAt: 0,
			limitAt: ms(firstLimit),
			beganAt: ms(began),
			wokenBy: woken,
			ends,
			strategy: strategyOf(way),
		},
		...{ saveAfter: of.saveAfter ?? 5, answerBy: ms(of.answerBy) },
		silentUntil: () => (of.silentUntil === undefined ? -Infinity : ms(of.silentUntil)),
	};
	const job = { submittedAt: ms(made), deadline: of.deadline === undefined ? undefined : ms(of.deadline) };
	const wait = strategies.waitOf(timing, job, timeout, ms(now), of.unsent);
	const others = (of.open ?? []).map((each) => ({
		...{ submittedAt: ms(each.made), isCalled: each.called },
		deadline: each.deadline === undefined ? undefined : ms(each.deadline),
	}));
	const open = of.none ? [] : [{ ...job, isCalled: of.called }, ...others];
	const at = strategies.wakeAt(timing, open, of.free === true, ms(now), of.refused && 'no answer');
	return [
		`ends ${seconds(ends.inProcess)}, cancelled ${seconds(ends.cancelledAt)}`,
		`a later leg begins until ${seconds(ends.stored)}`,
		`saved by ${seconds(ends.storeBy)}`,
		`sends until ${seconds(strategies.sendsUntil(timing))}`,
		strategies.hasTimeToCreate(timing, ms(now)) ? 'creates' : 'creates no more',
		`waits for a turn until ${seconds(strategies.waitsForTurnUntil(timing, timeout, ms(now)))}`,
		`polls until ${seconds(wait.until)}, then ${wait.then}, deadline ${seconds(wait.deadline)}`,
		`wakes ${seconds(at)}`,
	].join('; ');
});
