import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../../service/values';
import { stateSchema } from '../state';

/** What the execution that watches the jobs of a suspended run has to know; it has nothing else. */
const ordersSchema = z.object({
	suspended: stateSchema,
	/** The run. */
	parent: z.object({ executionId: z.string(), workflowId: z.string() }),
	/** Its node. */
	nodeName: z.string(),
	/** Milliseconds since the epoch, as are the other dates. */
	suspendedAt: z.number(),
	deadline: z.number(),
	/** When the run goes on by itself. */
	endsAt: z.number(),
});
export type Orders = z.output<typeof ordersSchema>;

const memorySchema = z.object({ orders: ordersSchema, finalIds: z.array(z.string()).catch([]) });
export type WatchMemory = z.output<typeof memorySchema>;

const PLACE = 'watch';
const plain = z.custom<IDataObject>(isObject);

/** The orders as the item that a sub-workflow starts with. */
export function ordersItem(orders: Orders): IDataObject {
	return plain.parse(orders);
}

/** The orders from the item that the sub-workflow started with. */
export function readOrders(json: unknown): Orders {
	return ordersSchema.parse(json);
}

/** What an earlier look left in the node's context, which n8n stores with the execution. */
export function recall(context: IExecuteFunctions): WatchMemory | undefined {
	const parsed = memorySchema.safeParse(context.getContext('node')[PLACE]);
	return parsed.success ? parsed.data : undefined;
}

/** Leaves for the next look what it needs. */
export function keep(context: IExecuteFunctions, memory: WatchMemory): void {
	context.getContext('node')[PLACE] = plain.parse(memory);
}
