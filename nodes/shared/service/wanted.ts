import { isObject } from './values';

/**
 * Keeps only the records with these ids of an answer with a list: however many others come, they are not parsed. Any
 * other answer stays as it is.
 */
export function onlyWanted(answer: unknown, ids: readonly string[] | undefined): unknown {
	if (ids === undefined || !isObject(answer)) return answer;
	const wanted = new Set(ids);
	const isWanted = (record: unknown) => isObject(record) && wanted.has(String(record._id).trim());
	const narrow = (list: unknown): unknown =>
		Array.isArray(list) && list.length > wanted.size ? list.filter(isWanted) : list;
	const { data } = answer;
	const isPaged = isObject(data) && 'result' in data;
	return { ...answer, data: isPaged ? { ...data, result: narrow(data.result) } : narrow(data) };
}
