import { Claims, hashOf, type Claim } from '../../../nodes/shared/claims/claims';
import { jobKinds, type JobState } from '../../../nodes/shared/jobs/kinds';
import { defaultSettings } from '../../../nodes/shared/operation/defineOperation';
import { Gate, limitsOverTime } from '../../../nodes/shared/run/gate';
import { Leg } from '../../../nodes/shared/run/leg';
import { Row, type RowState } from '../../../nodes/shared/run/row';
import { Failure } from '../../../nodes/shared/service/failure';
import type { Right } from '../../../nodes/shared/transport/transport';
import { strategyOf } from '../../../nodes/shared/async/waitMethods';
import { Clock } from '../../support/clock';
import { Store } from '../claims/store';

export const MINUTE_MS = 60_000;
export const ZONE = 'Europe/Berlin';
export const JOB: JobState = { id: '65f0a1b2c3d4e5f601234567', status: 'queued', record: {} };
export const REFUSED = new Failure('refused', 'runAgain', { submitted: 'no', errorCode: 1003 });
export const planned = { is: 'planned', request: { method: 'POST', path: '/x', intent: 'create' } } as never;

type Settings = ConstructorParameters<typeof Row>[1];
/** Only what a create asks for. */
const settingsWith = (more: Partial<Settings>) => ({ ...defaultSettings, timeout: 60, ...more });

export function rowOf(name: string, more: Partial<Settings> = {}, state: RowState = planned): Row {
	const claim: Claim = { by: 'row', name: hashOf(name), request: hashOf('request') };
	const asks = { input: {}, plan: async () => await Promise.reject(new Error()) };
	return new Row(0, settingsWith(more), { state, claim }, asks);
}

/** How the service answers a create whose turn has come. */
export type Service = (right: Right) => Promise<JobState | undefined>;

/** A leg on a clock and a store, with a service that a test plays. */
export class LegBench {
	readonly clock = new Clock();
	readonly store = new Store(this.clock);
	service: Service = async (right) => ((await right.take()) ? JOB : undefined);
	readonly legs = {
		endsAt: Infinity,
		answerBy: Infinity,
		stopsOnFailure: false,
		mode: 'trigger',
		silentUntil: () => -Infinity,
		/** 0 for any number. */
		maxOpenJobs: 0,
		/** Whether a later leg exists, after so many minutes. */
		saveAfter: undefined as number | undefined,
	};

	get claims(): Claims {
		return new Claims(this.store, this.clock, () => undefined);
	}

	leg(unsent: Row[] = []): Leg {
		const { clock, store, legs } = this;
		const { endsAt } = legs;
		const type = legs.answerBy < Infinity ? 'faceSwapTool' : 'faceSwap';
		const timing = {
			...{ startedAt: clock.time, beganAt: clock.time, limitAt: endsAt, answerBy: legs.answerBy },
			silentUntil: legs.silentUntil,
			strategy: strategyOf(legs.saveAfter === undefined ? 'polling' : 'automatic'),
			saveAfter: legs.saveAfter ?? 0,
			ends: { inProcess: endsAt, stored: endsAt, storeBy: Infinity, cancelledAt: endsAt },
		};
		const limits = { ...defaultSettings, maxOpenJobs: legs.maxOpenJobs };
		const overTime = limitsOverTime(store, 'node', ZONE, [rowOf('any', { maxJobsPerDay: 1 })]);
		const gate = new Gate(timing, limits, overTime, clock.now);
		const logger = { info: () => undefined, debug: () => undefined, warn: () => undefined };
		const context = {
			...{ continueOnFail: () => !legs.stopsOnFailure },
			...{ logger, getTimezone: () => ZONE, getExecutionId: () => '7', getMode: () => legs.mode },
			...{ getNode: () => ({ type }), getWorkflow: () => ({ id: 'saved' }) },
			helpers: { checkProcessedAndRecord: () => undefined },
		};
		const transport = { create: async (_: unknown, __: unknown, right: Right) => await this.service(right) };
		const leg = {
			...{ timing, gate, rows: [], claims: this.claims, kind: jobKinds.faceSwap, isStopped: false },
			run: { context, environment: clock, transport, yieldToEventLoop: async () => undefined },
			state: { run: { root: '7', sent: {} }, noteSent: () => undefined, areTriesUsedUp: false },
			get now() {
				return clock.time;
			},
			...{ haltOn: Leg.prototype.haltOn, hasPlanned: Leg.prototype.hasPlanned },
			...{ unsent, allowed: {} },
		};
		return leg as never;
	}
}
