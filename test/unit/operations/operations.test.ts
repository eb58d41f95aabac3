import { testBlocks } from '../../support/table';
import { z } from 'zod/v3';
import { resources as avatarVideo } from '../../../nodes/AvatarVideo/AvatarVideo.node';
import { resources as faceSwap } from '../../../nodes/FaceSwap/FaceSwap.node';
import { resources as imageGeneration } from '../../../nodes/ImageGeneration/ImageGeneration.node';
import { resources as liveAvatar } from '../../../nodes/LiveAvatar/LiveAvatar.node';
import { resources as videoTranslation } from '../../../nodes/VideoTranslation/VideoTranslation.node';
import { runMapper } from '../../../nodes/FaceMapper/runMapper';
import type { Operation, Tools } from '../../../nodes/shared/operation/defineOperation';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { readAs } from '../../../nodes/shared/operation/readParameters';
import { Failure } from '../../../nodes/shared/service/failure';
import type { ServiceRequest } from '../../../nodes/shared/service/request';

/*
 * What an operation makes of its fields: the request that pays, or the sentence and the advice that a person reads. A block
 * of a .txt file has a situation, and what comes of it. If you changed that on purpose, write it anew with
 * WRITE_TABLES=yes, and read what is different.
 */

const nodes = { avatarVideo, faceSwap, imageGeneration, liveAvatar, videoTranslation };
const block = z
	.object({
		/** As `faceSwap.job.get`. */
		of: z.string(),
		given: z.record(z.unknown()).default({}),
		item: z.record(z.unknown()).default({}),
		/** What the service answers by words of the path and of the image, or the code with which it refuses (0: none). */
		answers: z.record(z.unknown()).default({}),
		tool: z.boolean().default(false),
		/** The inputs of a Face Mapper, as detections or `faces at 50, 10 of a.png`. */
		images: z.array(z.unknown()).default([]),
		newFaces: z.array(z.unknown()).optional(),
	})
	.strict();

const operationOf = (path: string): Operation => {
	const [node, resource, operation] = path.split('.');
	const found = nodes[node as keyof typeof nodes].find(({ value }) => value === resource);
	const each = found?.operations.find(({ value }) => value === operation);
	if (each) return each;
	throw new TypeError(path);
};

/** A detection of faces of ten pixels, each so far from the left, such as `faces at 50, 10`. Their widths differ. */
function detectionOf(faces: string) {
	const all = faces.match(/\d+/g)?.map(Number) ?? [];
	return {
		landmarks_str: all.map((x) => `${x},10:${x + 10},10:${x},20:${x + 10},20`),
		landmarks: all.map((x) => [
			[x + 0.4, 10],
			[x + 10, 10],
			[x, 20],
			[x + 10.6, 20],
			[7, 7],
		]),
		region: all.map((x) => [x, 10, 10 + (x % 7), 20]),
	};
}

/** The items of a Face Mapper. */
async function mapped({ given, images, newFaces }: z.infer<typeof block>, said: string[]): Promise<unknown> {
	const items = (all: unknown[]) =>
		all.map((each) => ({ json: typeof each === 'string' ? detectedOf(each) : each }));
	const context = {
		getInputData: (input = 0) => items(input === 0 ? images : (newFaces ?? [])),
		getExecuteData: () => ({ data: { main: [items(images), newFaces && items(newFaces)] } }),
		getNode: () => ({ type: 'x', parameters: given }),
		getNodeParameter: (name: string) => given[name] ?? null,
		continueOnFail: () => true,
		addExecutionHints: ({ message }: { message: string }) => said.push(`hint: ${message}`),
	};
	const run = { context, items: context.getInputData(), environment: {}, yieldToEventLoop: async () => {} };
	return await runMapper(run as never);
}

/** An item of Detect Faces. */
function detectedOf(text: string) {
	const [faces = '', image] = text.split(' of ');
	const { landmarks_str, region } = detectionOf(faces);
	const all = landmarks_str.map((opts, at) => {
		const [x, y, width, height] = region[at] ?? [];
		return { opts, videoOpts: opts.replace('10:', '11:'), region: { x, y, width, height } };
	});
	return { imageUrl: image && `https://a.de/${image}`, faceCount: all.length, faces: all };
}

async function told(situation: string): Promise<string[]> {
	const now = block.parse(JSON.parse(situation));
	const { of, given, item, answers, tool } = now;
	const said: string[] = [];
	const made = new Map<string, unknown>();
	const context = {
		getInputData: () => [{ json: item }],
		getNode: () => ({ type: tool ? 'xTool' : 'x', parameters: {} }),
		getExecutionId: () => '7',
		addExecutionHints: ({ message, type }: { message: string; type: string }) =>
			said.push(`${type}: ${message}`),
		logger: { warn: (line: string) => said.push(`log: ${line}`) },
	};
	const transport = {
		owner: of,
		async send(
			{ method, path, query, body }: ServiceRequest,
			answer: z.ZodType<unknown, z.ZodTypeDef, unknown>,
		) {
			said.push(`${method} ${path} ${JSON.stringify({ ...query, ...body })}`);
			const asked = `${path} ${String(Object(body).image_url)}`;
			const [, found] =
				Object.entries(answers).find(([key]) => key.split(' ').every((word) => asked.includes(word))) ?? [];
			if (typeof found === 'number')
				throw new Failure('Refused', 'nothing', { errorCode: found || undefined });
			return answer.parse(typeof found === 'string' ? detectionOf(found) : found);
		},
	};
	const tools = {
		...{ context, transport, item: 0, serviceUrl: async () => 'https://api.example.com' },
		async mediaUrl(medium: { mode: string; url?: string; property?: string }, label: string, wanted: string) {
			said.push(`${label}: ${wanted} ${medium.url ?? `${medium.mode} ${medium.property}`}`);
			return medium.url ?? `https://n8n.example.com/${medium.property}`;
		},
		once(key: string, make: () => unknown) {
			if (made.has(key)) return made.get(key);
			said.push(`once: ${key}`);
			return made.set(key, make()).get(key);
		},
	};
	try {
		if (of === 'faceMapper') return [`gives ${JSON.stringify(await mapped(now, said))}`, ...said];
		const { schema, properties } = operationOf(of);
		const { value } = readAs<{ value: unknown }>(schema, given, properties);
		const result: unknown = typeof value === 'function' ? await value(tools as unknown as Tools) : value;
		const isRequest = result !== null && typeof result === 'object' && 'intent' in result;
		said.push(`${isRequest ? 'sends' : 'gives'} ${JSON.stringify(result)}`);
	} catch (error) {
		const { message, details } = toFailure(error);
		said.push(`fails: ${message} ${JSON.stringify({ ...details, record: undefined })}`);
	}
	return said;
}

const FILES = [...Object.keys(nodes), 'faceMapper'].map((node) => `${node}.txt`);
describe.each(FILES)('%s', (file) => testBlocks(__dirname, file, told));
