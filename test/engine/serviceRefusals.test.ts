import { faceSwap, setUp } from '../support/bench';
import { single } from '../support/engine';

const bench = setUp({ jobMs: 400 });
test.each([
	['delete', faceSwap('job', 'delete', { ids: 'id-1, id-2' }), 'delbyids', ['id-1', 'id-2']],
	['cancel', faceSwap('job', 'cancel', { jobIds: 'job-1, job-2' }), 'job/del', ['job-1', 'job-2']],
	['get', faceSwap('job', 'get', { recordId: 'id-1' }), 'listbyids', ['id-1']],
	[
		'get as an image',
		single('imageGeneration', { resource: 'image', operation: 'get', recordId: 'id-1' }),
		'infobymodelid',
		['id-1'],
	],
])(
	'the error of a node that stops names the IDs that the service refuses to %s',
	async (_name, workflow, path, ids) => {
		bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path }, times: Infinity });
		const { error } = await bench.engine.run(workflow);
		for (const id of ids) expect(`${error?.message} ${error?.description}`).toContain(id);
		expect(JSON.stringify(error)).toContain(`"data":{`);
		expect(error).toMatchObject({ context: { data: { errorCode: 1009 } } });
	},
);
