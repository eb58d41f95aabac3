import { createServer } from 'node:net';

/** A port on the loopback address that nobody listens on now: the wanted one, if it is such a one. */
export async function freePort(wanted = 0): Promise<number> {
	return await probed(wanted).catch(async () => await probed(0));
}

async function probed(port: number): Promise<number> {
	const probe = createServer();
	await new Promise<void>((resolve, reject) => {
		probe.once('error', reject);
		probe.listen(port, '127.0.0.1', resolve);
	});
	const address = probe.address();
	await new Promise((resolve) => probe.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('No free port was found.');
	return address.port;
}
