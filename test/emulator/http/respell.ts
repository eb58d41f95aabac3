import type { Shapes } from '../shapes';

/** The same answer as another sender spells it (service.md: Readings). */
export function respelt(json: unknown, shapes: Shapes): unknown {
	if (Array.isArray(json)) return json.map((each) => respelt(each, shapes));
	if (typeof json !== 'object' || json === null) return json;
	const entries = Object.entries(json).map(([name, value]): [string, unknown] => {
		if (isReason(name) && shapes.reasonField !== 'usual') return [shapes.reasonField, value];
		if (isTime(name) && shapes.times === 'seconds') return [name, secondsOf(value)];
		return [name, respelt(value, shapes)];
	});
	return Object.fromEntries(entries);
}

/** Its text: ids of digits alone are numbers where `ids` says so. */
export function respeltText(json: unknown, { ids }: Shapes): string {
	const text = JSON.stringify(json);
	return ids === 'number' ? text.replace(/("_id":)"(\d{20})"/g, '$1$2') : text;
}

const isReason = (name: string) => name === 'error_reason' || name === 'error_msg';
const isTime = (name: string) => name === 'create_time' || name === 'createdAt';

function secondsOf(value: unknown): number {
	const time = typeof value === 'number' ? value : Date.parse(String(value));
	return Math.floor(time / 1000);
}
