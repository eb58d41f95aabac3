import { z } from 'zod/v3';
import type { Emulator } from '../../emulator';

const tokenShape = z.object({ token: z.string() });
const createShape = z.object({ data: z.object({ _id: z.string() }) });
const listShape = z.object({
	data: z.object({ result: z.array(z.object({ faceswap_status: z.number() })) }),
});

/** What a node without this package's engine would do: fetch a token, create, read one id at a time. */
export async function serviceClient(emulator: Emulator) {
	const call = async <T>(shape: z.ZodType<T>, path: string, body?: object, token?: string): Promise<T> => {
		const response = await fetch(`${emulator.baseUrl}/api/open/v3${path}`, {
			method: body ? 'POST' : 'GET',
			headers: {
				'content-type': 'application/json',
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			body: body && JSON.stringify(body),
		});
		return shape.parse(await response.json());
	};
	const { clientId, clientSecret } = emulator;
	const { token } = await call(tokenShape, '/getToken', { clientId, clientSecret });
	return {
		async create(body: object): Promise<string> {
			return (await call(createShape, '/faceswap/highquality/specifyimage', body, token)).data._id;
		},
		async isDone(id: string): Promise<boolean> {
			const answer = await call(listShape, `/faceswap/result/listbyids?_ids=${id}`, undefined, token);
			return (answer.data.result[0]?.faceswap_status ?? 0) >= 3;
		},
	};
}
