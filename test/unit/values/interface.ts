import { z } from 'zod/v3';
import { languages } from '../../emulator/endpoints/catalogue';

/*
 * A strict reader of the interface's document. The comments name what only other clients send (service.md marks it as
 * seen).
 */

/** The lists of the service. */
export const AVATARS = [
	{ _id: '5b0000000000000000000000', avatar_id: 'eve2024', name: 'Eve', from: 2, type: 1, status: 3 },
	{ _id: '5b0000000000000000000001', avatar_id: 'anna1', name: 'Anna', from: 3, type: 1, status: 3 },
	{ _id: '5b0000000000000000000002', avatar_id: 'live1', name: 'Live', from: 3, type: 2, status: 3 },
];
export const VOICES = [{ voice_id: 'voice-amy', name: 'Amy', from: 3 }];
export const LANGUAGES = languages.map(([lang_code, lang_name]) => ({ lang_code, lang_name }));

const text = z.string().regex(/^(?!\s*$)[^\0\p{Cs}]+$/u);
const address = text
	.regex(/^https?:\/\/(?:[^\s<>"\\^`{|}%]|%[\da-f]{2})+$/i)
	.refine((url) => URL.canParse(url));
const number = z.number().finite();
const length = number.positive();
const rate = text.regex(/^[1-9]\d{0,2}%$/);
const color = text.regex(/^#(?:[\da-f]{6}|[\da-f]{8})$/);
const owner = z.union([z.literal(2), z.literal(3)]);
const oneOf = (...values: string[]) => text.refine((given) => values.includes(given));
const code = oneOf(...LANGUAGES.map(({ lang_code }) => lang_code));
const ratio = text
	.regex(/^[\d.]+:[\d.]+$/)
	.refine((given) => given.split(':').every((side) => Number(side) > 0));
const request = <T extends z.ZodRawShape>(fields: T) =>
	z.object({ ...fields, webhookUrl: address.optional() }).strict();

// Some accounts take a face without opts.
const face = z
	.object({ path: address, opts: text.regex(/^(-?\d+,-?\d+:){3}-?\d+,-?\d+$/).optional() })
	.strict();
const faces = z.array(face).min(1).max(8);
const swap = { targetImage: faces, sourceImage: faces, face_enhance: z.union([z.literal(0), z.literal(1)]) };
const reage = { targetImage: faces, face_reage: number.int().min(-30).max(30) };

const idOf = (avatars: typeof AVATARS) => oneOf(...avatars.map(({ avatar_id }) => avatar_id));
const avatar = idOf(AVATARS);
/** Those of the service are in no list. */
const ofSession = text.refine(
	(given) =>
		!AVATARS.some(({ _id, avatar_id, type }) => given === _id || (type === 1 && given === avatar_id)),
);
const share = number.min(0).max(1);
const offsets = { offset_x: number, offset_y: number };
/** A scale, an offset and a layer may be left to the service. */
const ofVideo = z
	.object({ scale_x: share, scale_y: share, ...offsets, layer_number: number, id: text })
	.partial();
const ofTalking = z.object({ ...{ scale_x: number.min(0), scale_y: number.min(0), ...offsets } });
const sized = ofTalking.extend({ width: length.optional(), height: length.optional() });
const areOf = (elements: object[], from?: number) =>
	elements.every((each) => {
		const given = 'avatar_id' in each && AVATARS.find(({ avatar_id }) => avatar_id === each.avatar_id);
		return !given || [undefined, given.from].includes(from);
	});
const is = <V extends string>(type: V) => ({ type: z.literal(type) });
const setting = z
	.object({
		...{ width: length, height: length, duration: length, ratio, background: color.optional() },
		avatarFrom: owner.optional(),
		voice: z.union([z.object({ voice_id: text }).strict(), z.object({ voice_url: address }).strict()]),
		elements: z
			.array(
				z.union([
					ofVideo.extend({ ...is('avatar'), avatar_id: avatar }).strict(),
					// Seen, with an address instead.
					ofVideo.extend({ ...is('avatar'), url: address }).strict(),
					ofVideo.extend({ type: z.enum(['image', 'video']), url: address }).strict(),
				]),
			)
			.min(1),
	})
	.strict()
	.refine(({ elements, avatarFrom }) => areOf(elements, avatarFrom));

const talking = request({
	// Clients send other sizes.
	...{ width: length, height: length, avatar_from: owner },
	elements: z
		.array(
			z.union([
				sized.extend({ ...is('avatar'), avatar_id: avatar }).strict(),
				sized.extend({ ...is('avatar'), url: address }).strict(),
				sized.extend({ ...is('image'), url: z.union([color, address]) }).strict(),
				z.object({ ...is('audio'), url: address }).strict(),
				// Seen instead of an address.
				z.object({ ...is('audio'), input_text: text, voice_id: text }).strict(),
			]),
		)
		.min(1),
}).refine(({ elements, avatar_from: from }) => areOf(elements, from));

/** The body of each create, by its resource and operation. */
export const bodies: Record<string, z.ZodTypeAny> = {
	'faceSwap.swapImage': request({ ...swap, modifyImage: address }),
	'faceSwap.swapVideo': request({ ...swap, modifyVideo: address }),
	'reage.reageImage': request({ ...reage, modifyImage: address }),
	'reage.reageVideo': request({ ...reage, modifyVideo: address }),
	'translation.create': request({
		...{ url: address, source_language: z.union([z.literal('DEFAULT'), code]), language: code },
		...{ lipsync: z.boolean(), merge_interval: length.optional(), face_enhance: z.boolean().optional() },
	}),
	'image.generate': request({
		...{ prompt: text, source_image: address.optional() },
		scale: oneOf('1:1', '4:3', '3:4', '16:9', '9:16', '3:2', '2:3'),
	}),
	'image.upscale': request({ _id: text, button: text.regex(/^U[1-4]$/) }),
	'image.vary': request({ _id: text, button: text.regex(/^V[1-4]$/) }),
	'avatar.upload': request({ url: address, avatar_id: text.regex(/^[a-z\d]+$/i), type: z.enum(['1', '2']) }),
	'session.create': request({ avatar_id: ofSession }),
	'avatarVideo.create': request({ data: z.array(setting).length(1), duration: length.optional() }),
	'talkingAvatar.create': talking,
	// All of voices is seen only.
	'voice.textToSpeech': request({ input_text: text, voice_id: text, rate }),
	'voice.clone': request({ input_text: text, voice_url: address, rate }),
};
