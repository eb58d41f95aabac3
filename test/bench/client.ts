import type { Emulator } from '../emulator';

/** What a node without this package's engine would do: fetch a token, create, read one id at a time. */
export async function serviceClient(emulator: Emulator) {
	const call = async (path: string, body?: object, token?: string) => {
		const response = await fetch(`${emulator.baseUrl}/api/open/v3${path}`, {
			method: body ? 'POST' : 'GET',
			headers: {
				'content-type': 'application/json',
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			body: body && JSON.stringify(body),
		});
		return await response.json();
	};
	const { clientId, clientSecret } = emulator;
	const { token } = await call('/getToken', { clientId, clientSecret });
	return {
		async create(body: object): Promise<string> {
			return (await call('/faceswap/highquality/specifyimage', body, token)).data._id;
		},
		async isDone(id: string): Promise<boolean> {
			const answer = await call(`/faceswap/result/listbyids?_ids=${id}`, undefined, token);
			return answer.data.result[0]?.faceswap_status >= 3;
		},
	};
}
