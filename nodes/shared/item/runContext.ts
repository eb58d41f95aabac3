import { ManualExecutionCancelledError, type IExecuteFunctions } from 'n8n-workflow';
import { binaryOf, signedUrlOf } from '../media/binaryFile';
import { serviceAddress } from '../transport/account';
import { createEnvironment } from '../async/environment';
import { createBreathe, createLimit } from '../async/limit';
import { createTransport } from '../transport/transport';
import { asError } from '../transport/serviceError';
import type { JobKind } from '../jobs/kinds';
import type { ItemFailure } from '../operation/failure';
import type { Resource, Tools } from '../operation/types';
import { answerBy } from './toolAnswer';

const FILES_AT_A_TIME = 10;

/** What the items share while n8n runs the node once: a run that is parked opens it anew for each leg. */
export type Run = ReturnType<typeof openRun>;

/** Opens a run of a node with these resources: one transport, one clock, one cache for `once`. */
export function openRun(context: IExecuteFunctions, resources: readonly Resource[]) {
	const environment = createEnvironment(context);
	const beganAt = environment.now();
	const transport = createTransport(context, environment);
	const values = new Map<string, Promise<unknown>>();
	const once = async <T>(key: string, make: () => Promise<T>): Promise<T> => {
		const known = values.get(key);
		if (known) return (await known) as T;
		const making = make();
		values.set(key, making);
		return await making;
	};
	const endings: Array<() => Promise<void>> = [];
	/** Why an item is refused to which the credential gives another account than the run's. */
	const otherAccounts = new Map<number, ItemFailure>();
	return {
		context,
		items: context.getInputData(),
		transport,
		environment,
		/** When n8n ran the node: milliseconds since the epoch. */
		beganAt,
		otherAccounts,
		breathe: createBreathe(environment),
		/** Limits how many files of results are fetched at a time. */
		files: createLimit(FILES_AT_A_TIME),
		once,
		/** What n8n calls an operation, as tools are described by it: the one for a kind of job, where several have the name. */
		actionOf: (value: string, kind?: JobKind): string => {
			const operations = resources.flatMap((resource) => resource.operations);
			const named = operations.filter((each) => each.value === value);
			const found = kind ? named.find((each) => 'kind' in each && each.kind === kind) : named[0];
			return found?.action ?? value;
		},
		toolsFor: (item: number): Tools => ({
			context,
			transport,
			environment,
			item,
			mediaUrl: async (medium, label) => {
				if (medium.mode === 'url') return medium.url;
				const field = binaryOf(context, item, medium.property, label);
				const { id } = field.binary;
				const service = await once('service address', async () => await serviceAddress(context));
				const make = async () => await signedUrlOf(context, field, service);
				return id === undefined ? await make() : await once(`file ${id}`, make);
			},
			once,
			answerBy: (seconds) => answerBy({ context, beganAt }, seconds),
			atEnd: (clean) => void endings.push(clean),
		}),
		/**
		 * Runs what was handed to `atEnd`. A failure there is logged, and does not hide how the run ended.
		 * @returns what failed
		 */
		async end(): Promise<string[]> {
			const failed: string[] = [];
			for (const clean of endings) {
				try {
					await clean();
				} catch (error) {
					const { message } = asError(error);
					context.logger.warn(message);
					failed.push(message);
				}
			}
			return failed;
		},
	};
}

/**
 * Ends the node after a Stop, in n8n's own way: anything else would be shown as a failed execution.
 * @throws ManualExecutionCancelledError
 */
export function throwIfStopped({ context, environment }: Pick<Run, 'context' | 'environment'>): void {
	if (environment.signal?.aborted) throw new ManualExecutionCancelledError(context.getExecutionId());
}
