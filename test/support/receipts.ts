import type { Bench } from './bench';

/** A receipt whose times are numbers. */
export const readReceipt = (receipt: unknown) => {
	const { sentAt, workingAt, completedAt, ...rest } = Object(receipt) as Record<string, unknown>;
	const at = (time: unknown) => (typeof time === 'string' ? Date.parse(time) : undefined);
	return { sentAt: at(sentAt), workingAt: at(workingAt), completedAt: at(completedAt), rest };
};
/** What the log says of each finished job. */
export const loggedReceipts = ({ engine }: Bench) =>
	engine.logs.lines
		.filter(({ message }) => message.startsWith('Receipt of '))
		.map(({ level, message, details }) => ({
			level,
			message,
			details: Object(details) as Record<string, unknown>,
		}));
