import type { Element, Key } from './element';

export interface Rules {
	types: readonly string[];
	foreign: readonly Key[];
	settings: readonly string[];
	whole: Partial<Element>;
	/** service.md: Talking avatars, Limits */
	isTalking: boolean;
}

export const MOST_SCALE = 1;

const WHOLE = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };
export const PLACE: readonly Key[] = ['scaleX', 'scaleY', 'offsetX', 'offsetY'];
const SPOKEN: readonly Key[] = ['inputText', 'voiceId'];

/** service.md: Avatar videos */
export const avatarVideoRules: Rules = {
	types: ['avatar', 'image', 'video'],
	foreign: ['width', 'height', ...SPOKEN],
	settings: ['width', 'height', 'duration', 'voice', 'ratio', 'background', 'avatarFrom'],
	whole: { ...WHOLE, layerNumber: 1 },
	isTalking: false,
};

/** service.md: Talking avatars */
export const talkingAvatarRules: Rules = {
	types: ['avatar', 'image', 'audio'],
	foreign: ['layerNumber', 'elementId', ...SPOKEN],
	settings: ['width', 'height', 'avatar_from'],
	whole: WHOLE,
	isTalking: true,
};
