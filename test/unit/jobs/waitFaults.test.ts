import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { Failure } from '../../../nodes/shared/service/failure';
import { fault, kinds, start } from './fakeService';
import { readJob } from '../../../nodes/shared/jobs/read';

describe.each(kinds)('jobs that are read %s', (_name, kind) => {
	test('survive failed polls and a ban, and the wait continues', async () => {
		const { clock, service, watch } = start(kind);
		const banned = new Failure('Banned', 'runAgain', { errorCode: 1200 }, { scope: 'run' });
		const codes = [1005, 1101, 1215, 4711];
		service.faults.push(fault({ httpStatus: 502 }), ...codes.map((errorCode) => fault({ errorCode })));
		service.faults.push(banned);
		const waited = await clock.run(watch.until(service.job('a', 500)));
		expect(waited).toMatchObject({ timedOut: false, state: { status: 'completed' } });
		expect(waited.fault).toBeUndefined();
		expect(service.calls).toHaveLength(7);
	});
});

test('code 1008 means that the record is missing, and another code is thrown', async () => {
	const { service } = start();
	service.faults.push(fault({ errorCode: 1008 }), fault({ errorCode: 1009 }));
	expect(await readJob(service, jobKinds.image, 'a')).toBeUndefined();
	await expect(readJob(service, jobKinds.image, 'a')).rejects.toMatchObject({ details: { errorCode: 1009 } });
});
