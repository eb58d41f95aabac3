import { isObject } from '../../nodes/shared/service/values';
import type { BuiltPackage } from './loader';
import type { Plan } from './plan';
import { run, type Ended } from './world';

/** What a world has at least, or as a rule. */
const LEAST = { unrest: 0, maxOpenJobs: 1_000, atOnce: 1, nights: 1, workers: 0, ids: 'small', timeout: 0 };
/** Parts that may lose each of their values, and lists that may lose each of theirs. */
const OPTIONAL = ['parameters', 'settings', 'readings', 'callbacks'];

/** A part of a plan with one thing less: a row, a fault, a prank, a setting, a reading of the interface, a process. */
function* smaller(part: Record<string, unknown>, isOptional = false): Generator<Record<string, unknown>> {
	for (const [name, value] of Object.entries(part)) {
		const { [name]: _dropped, ...rest } = part;
		if (isObject(value))
			for (const less of smaller(value, OPTIONAL.includes(name))) yield { ...part, [name]: less };
		else if (Array.isArray(value) && name !== 'jobMs')
			for (let place = value.length - 1; place >= (name === 'rows' && value.length === 1 ? 1 : 0); place--)
				yield { ...part, [name]: value.filter((_each, index) => index !== place) };
		else if (name === 'downloadResult' ? value === true : isOptional)
			yield name === 'downloadResult' ? { ...part, [name]: false } : rest;
		else if (!isOptional && name in LEAST && value !== Object(LEAST)[name])
			yield { ...part, [name]: Object(LEAST)[name] };
	}
}

/** Looks for the smallest plan with a finding of the same kind. */
export async function shrink(plan: Plan, kind: string, built: BuiltPackage, most = 150): Promise<Ended> {
	let [least, tries] = [plan, 0];
	for (let isSmaller = true; isSmaller && tries < most;) {
		isSmaller = false;
		for (const next of smaller({ ...least })) {
			if (++tries > most) break;
			const { finding } = await run(next as unknown as Plan, built);
			if (finding?.kind !== kind) continue;
			[least, isSmaller] = [next as unknown as Plan, true];
			break;
		}
	}
	return { ...(await run(least, built, true)), plan: least };
}
