import type { BuiltPackage } from './loader';
import type { Plan } from './plan';
import { run, type Ended } from './world';

const without = <T>(list: readonly T[], place: number): T[] => list.filter((_each, index) => index !== place);

/** Plans with one thing less: a row, a fault, a prank, a setting, a reading of the interface, a process. */
function* smaller(plan: Plan): Generator<Plan> {
	const { faults, people, rows, parameters, settings, service, n8n } = plan;
	for (let place = rows.length - 1; place >= 0 && rows.length > 1; place--)
		yield { ...plan, rows: without(rows, place) };
	for (let place = people.length - 1; place >= 0; place--) yield { ...plan, people: without(people, place) };
	for (const name of ['outages', 'deaths', 'blows'] as const)
		for (let place = faults[name].length - 1; place >= 0; place--)
			yield { ...plan, faults: { ...faults, [name]: without<unknown>(faults[name], place) } };
	if (faults.unrest > 0) yield { ...plan, faults: { ...faults, unrest: 0 } };
	for (const name of Object.keys(parameters)) {
		const { [name]: _dropped, ...rest } = parameters;
		if (name !== 'downloadResult') yield { ...plan, parameters: rest };
		else if (parameters[name] !== false) yield { ...plan, parameters: { ...rest, [name]: false } };
	}
	for (const name of Object.keys(settings)) {
		const { [name as 'onError']: _dropped, ...rest } = settings;
		yield { ...plan, settings: rest };
	}
	for (const name of Object.keys(service.readings)) {
		const { [name as 'fullRecords']: _dropped, ...readings } = service.readings;
		yield { ...plan, service: { ...service, readings } };
	}
	if (service.failing.length > 0) yield { ...plan, service: { ...service, failing: [] } };
	if (service.maxOpenJobs < 1_000) yield { ...plan, service: { ...service, maxOpenJobs: 1_000 } };
	if (plan.atOnce > 1) yield { ...plan, atOnce: 1 };
	if (service.limits.length > 0) yield { ...plan, service: { ...service, limits: [] } };
	if (n8n.workers > 0) yield { ...plan, n8n: { ...n8n, workers: n8n.workers - 1 } };
	if (n8n.ids !== 'small') yield { ...plan, n8n: { ...n8n, ids: 'small' } };
	if (n8n.timeout > 0) yield { ...plan, n8n: { ...n8n, timeout: 0 } };
}

/** Looks for the smallest plan with a finding of the same kind. */
export async function shrink(plan: Plan, kind: string, built: BuiltPackage, most = 150): Promise<Ended> {
	let [least, tries] = [plan, 0];
	for (let isSmaller = true; isSmaller && tries < most;) {
		isSmaller = false;
		for (const next of smaller(least)) {
			if (++tries > most) break;
			const { finding } = await run(next, built);
			if (finding?.kind !== kind) continue;
			[least, isSmaller] = [next, true];
			break;
		}
	}
	return { ...(await run(least, built, true)), plan: least };
}
