import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port on the loopback address, if possible the wanted port. */
export async function freePort(wanted = 0): Promise<number> {
	const probe = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(probe, 'listening');
	} catch (cause) {
		if (wanted !== 0) return await freePort();
		throw cause;
	}
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	if (address === null || typeof address === 'string') throw new Error('No free port was found.');
	return address.port;
}
