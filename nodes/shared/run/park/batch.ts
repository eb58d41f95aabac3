import { createLimit, type Limit } from '../../async/limit';
import { createWatch, type Watch } from '../../jobs/wait';
import { timeLimitOf } from '../../n8n/timeLimit';
import type { ItemFailure } from '../../operation/failure';
import type { CreateSettings } from '../../operation/settings';
import type { CreateOperation } from '../../operation/types';
import type { Run } from '../item/runContext';
import type { Journal } from '../keys/journal';
import type { Chosen } from './allowedStrategy';
import { endsOf, type Ends } from './ends';
import type { Entry } from './entry';
import type { Ledger } from './ledger';
import type { Leg } from './strategies';

/** The items of a run that makes jobs, and what they share during one leg, that is, while n8n runs the node once. */
export interface Batch extends Chosen {
	run: Run;
	operation: CreateOperation;
	ledger: Ledger;
	journal: Journal;
	leg: Leg;
	ends: Ends;
	/** When n8n would have cancelled the first leg. */
	limitAt: number;
	/** When a tool has to answer, whatever it has; Infinity where nobody gives up. */
	answerBy: number;
	watch: Watch;
	/** Jobs at the service at a time; Infinity for any number. */
	maxInProgress: number;
	/** Limits how many jobs are handed to the service at a time. */
	submissions: Limit;
	/** Waits for a turn of n8n's event loop that no other create has: sending one takes a few milliseconds. */
	turn: () => Promise<void>;
	/** One for each item, in their order. */
	entries: readonly Entry[];
	/** Set when nothing more must be created. */
	halted?: ItemFailure;
	/** Set when a job is left for a later leg: nothing more is created in this one. */
	isParking: boolean;
}

/** What is known of a leg before its batch is opened. */
export interface Opening
	extends Chosen, Pick<Batch, 'run' | 'operation' | 'ledger' | 'journal' | 'entries' | 'halted'> {
	settings: Pick<CreateSettings, 'maxConcurrent' | 'maxInProgress' | 'storeAfter'>;
	answerBy?: number;
	/** Of a leg that was woken up: what the run had before. */
	before?: { startedAt: number; wokenBy: 'time' | 'call'; limitAt: number };
}

export function openBatch({ settings, before, answerBy = Infinity, ...opening }: Opening): Batch {
	const { context, transport, environment } = opening.run;
	const beganAt = environment.now();
	const { startedAt = beganAt, wokenBy } = before ?? {};
	const limit = timeLimitOf(context);
	const limitAt = before?.limitAt ?? limit.at;
	const turns = createLimit(1);
	return {
		...opening,
		leg: { startedAt, beganAt, wokenBy, storeAfter: opening.storesAtOnce ? 0 : settings.storeAfter },
		ends: endsOf(limit, beganAt, wokenBy, { startedAt, limitAt }),
		limitAt,
		answerBy,
		watch: createWatch(transport, environment),
		maxInProgress: settings.maxInProgress || Infinity,
		submissions: createLimit(settings.maxConcurrent),
		turn: async () => await turns(async () => await environment.sleep(0)),
		isParking: false,
	};
}

/** Whether an item is at work, or left for a later leg. */
export const isPending = ({ outcome }: Entry) => outcome === undefined;
