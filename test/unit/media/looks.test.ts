import { Readable } from 'node:stream';
import { lookAt } from '../../../nodes/shared/media/lookAt';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { testTable } from '../../support/table';

/** `answer` is a status with the bytes of a body, or what n8n throws. */
async function look(url = '', service = '', answer = ''): Promise<string> {
	const said: string[] = [];
	const [, status, body = ''] = /^(\d+) ?(.*)$/.exec(answer) ?? [];
	const bytes = Buffer.from(JSON.parse(`"${body}"`) as string, 'latin1');
	const broken = { read: () => void setImmediate(() => stream.destroy(new Error('reset'))) };
	const stream = body === 'breaks off' ? new Readable(broken) : Readable.from([bytes], { objectMode: false });
	const stop = new AbortController();
	const httpRequest = async (options: { headers: object; encoding: string }) => {
		said.push(`asks for ${JSON.stringify(options.headers)}`);
		if (answer === 'a Stop') stop.abort();
		if (status === undefined) throw new Error(answer);
		return { statusCode: Number(status), headers: {}, body: stream };
	};
	const of = { label: 'Video to Change', serviceUrl: service, wanted: 'video' } as const;
	try {
		const seen = await lookAt({ helpers: { httpRequest } } as never, { signal: stop.signal }, url, of);
		said.push(JSON.stringify(seen));
	} catch (error) {
		const { message, details } = toFailure(error);
		said.push(`${message} ${JSON.stringify(details)}`);
	}
	if (said.length > 1 && !stream.destroyed && status) said.push('and leaves the answer open');
	return said.join(', ');
}

testTable([__dirname, 'looks.txt', 3], 'a look: %s', look);
