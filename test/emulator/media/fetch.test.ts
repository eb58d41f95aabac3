import { fetchMedia } from './fetch';
import { Receiver } from '../support/receiver';

test('each file is fetched on a connection of its own', async () => {
	const receiver = new Receiver();
	receiver.closesKept = true;
	try {
		const url = await receiver.start();
		for (let times = 0; times < 4; times++) expect(await fetchMedia(url)).toHaveLength(0);
	} finally {
		await receiver.stop();
	}
});
