import { download, type FileContext } from '../../../nodes/shared/jobs/download';
import type { Environment } from '../../../nodes/shared/transport/types';

const environment: Environment = { now: () => 0, random: () => 0, sleep: async () => undefined };

test.each(['data:image/png;base64,AAAA', 'file:///etc/passwd', 'ftp://example.com/a.png', 'nothing', ''])(
	'%p is no address to download from, and nobody is asked',
	async (url) => {
		let asked = 0;
		const context: FileContext = {
			helpers: {
				httpRequest: async () => void (asked += 1),
				prepareBinaryData: async () => ({ data: '', mimeType: '' }),
			},
		};
		await expect(download(context, environment, url, {})).rejects.toMatchObject({
			message: expect.stringMatching(/ can't be downloaded: this is no http address$/),
		});
		expect(asked).toBe(0);
	},
);
