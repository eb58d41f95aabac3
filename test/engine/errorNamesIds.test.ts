import { single } from '../support/engine';
import { faceSwap, setUp } from '../support/bench';

const bench = setUp();

test.each([
	['delete', faceSwap('job', 'delete', { ids: 'id-1, id-2' }), 'delbyids', ['id-1', 'id-2']],
	['cancel', faceSwap('job', 'cancel', { jobIds: 'job-1, job-2' }), 'job/del', ['job-1', 'job-2']],
	['get', faceSwap('job', 'get', { recordId: 'id-1' }), 'listbyids', ['id-1']],
	[
		'get of an image',
		single('imageGeneration', { resource: 'image', operation: 'get', recordId: 'id-1' }),
		'infobymodelid',
		['id-1'],
	],
])(
	'what the service refuses to %s is named in the error, also where the node stops',
	async (_name, workflow, path, ids) => {
		bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path }, times: Infinity });
		const { error } = await bench.engine.run(workflow);
		for (const id of ids) expect(`${error?.message} ${error?.description}`).toContain(id);
		expect(JSON.stringify(error)).toContain(`"data":{`);
		expect(error).toMatchObject({ context: { data: { errorCode: 1009 } } });
	},
);
