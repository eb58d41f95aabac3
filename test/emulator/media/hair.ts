import type { Round } from './faces';
import type { HairStyle } from './people';
import { without, type Shape } from './shapes';

/** The parts of someone's hair that are drawn before the head. */
export function hairBehind(style: HairStyle, round: Round): Shape[] {
	switch (style) {
		case 'long':
			return [round(0, -0.2, 1, 1.04), ...[-0.56, 0.56].map((x) => round(x, 0.42, 0.52, 0.74))];
		case 'bob':
			return [round(0, -0.1, 1.06, 1.12), round(-0.48, 0.42, 0.58, 0.6), round(0.48, 0.42, 0.58, 0.6)];
		case 'bun':
			return [round(0, -1.14, 0.4, 0.36), round(0, -0.2, 0.9, 0.95)];
		case 'curls':
			return Array.from({ length: 11 }, (_, index) => {
				const angle = (Math.PI * (index - 1.5)) / 8;
				return round(-0.82 * Math.cos(angle), -0.3 - 0.74 * Math.sin(angle), 0.4);
			});
		default:
			return [];
	}
}

/** The parts that fall over the face. */
export function hairInFront(style: HairStyle, round: Round): Shape[] {
	const cap = round(0, -0.22, 0.9, 0.94);
	switch (style) {
		case 'none':
			return [];
		case 'short':
			return [without(cap, round(0, 0.3, 0.76, 0.95))];
		case 'swept':
			return [without(cap, round(0.12, 0.3, 0.76, 0.88)), round(-0.12, -0.98, 0.62, 0.26)];
		case 'long':
			return [without(round(0, -0.2, 0.98, 1), round(0.2, 0.34, 0.84, 0.98))];
		case 'bob':
			return [without(round(0, -0.14, 1, 1.06), round(0, 0.66, 0.8, 1.08))];
		case 'bun':
			return [without(cap, round(-0.28, 0.32, 0.52, 0.9), round(0.36, 0.36, 0.5, 0.94))];
		case 'curls':
			return [-0.52, -0.18, 0.18, 0.52].map((x) => round(x, -0.86 + Math.abs(x) * 0.35, 0.27));
	}
}
