import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';

const schema = z.array(
	z.object({
		name: z.string(),
		keys: z.object({ clientId: z.string(), clientSecret: z.string() }),
		body: z.object({
			signature: z.string(),
			dataEncrypt: z.string(),
			timestamp: z.number(),
			nonce: z.union([z.string(), z.number()]),
		}),
		content: z.record(z.unknown()),
	}),
);
export type Vector = z.infer<typeof schema>[number];

/** Callbacks that openssl signed and encrypted (makeVectors.sh). */
export const vectors: Vector[] = schema.parse(
	JSON.parse(readFileSync(join(__dirname, 'vectors.json'), 'utf8')),
);
