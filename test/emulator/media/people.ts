import { hashText } from '../random';
import type { Color } from './picture';

export type HairStyle = 'short' | 'swept' | 'long' | 'bob' | 'bun' | 'curls' | 'none';

/** Someone in the sample images, unlike all others at a glance. */
export interface Person {
	name: string;
	skin: Color;
	hair: Color;
	style: HairStyle;
	shirt: Color;
	/** The wall behind a portrait. */
	wall: Color;
	hasGlasses: boolean;
	hasBeard: boolean;
}

const colorOf = (value: number): Color => [value >> 16, (value >> 8) & 255, value & 255];

function person(
	name: string,
	skin: number,
	hair: number,
	style: HairStyle,
	shirt: number,
	wall: number,
	has = '',
) {
	const [hasGlasses, hasBeard] = [has.includes('glasses'), has.includes('beard')];
	const colors = { skin: colorOf(skin), hair: colorOf(hair), shirt: colorOf(shirt), wall: colorOf(wall) };
	return { name, style, ...colors, hasGlasses, hasBeard };
}

export const people: [Person, ...Person[]] = [
	person('ada', 0xf2bea4, 0xc44822, 'long', 0x207a74, 0xd6eae6, 'glasses'),
	person('ben', 0x6c4632, 0x221c1e, 'short', 0xe8a838, 0xf6e8ce, 'beard'),
	person('cleo', 0x966242, 0x261a1c, 'curls', 0xd65460, 0xf7dcd8),
	person('dan', 0xfad6bc, 0xd8ae62, 'swept', 0x3a5c9e, 0xd8e2f2),
	person('eve', 0xdeaa80, 0x3a2622, 'bob', 0x765ca8, 0xe4dcf2),
	person('finn', 0xf2bea4, 0x7a5438, 'short', 0x46825c, 0xdaecdc, 'beard'),
	person('gus', 0xc68c62, 0x2c2424, 'none', 0x505a6a, 0xe0e4ea, 'glasses'),
	person('hana', 0xfad6bc, 0x24222c, 'bun', 0xde6e42, 0xf8e2d0),
	person('ivo', 0xdeaa80, 0x969496, 'swept', 0x343e5a, 0xdce0ec, 'beard'),
	person('jun', 0xf2bea4, 0x1e1e26, 'swept', 0x2e94b0, 0xd4eaf2, 'glasses'),
	person('kim', 0xfad6bc, 0xe8c880, 'long', 0xbe4a76, 0xf6dce8),
	person('lea', 0x6c4632, 0x5c2c20, 'bun', 0x629444, 0xe4eed6),
];

/** Someone by name; a name that nobody has stands for one of them, always the same. */
export function personNamed(name: string): Person {
	const known = people.find((each) => each.name === name.toLowerCase());
	return known ?? people[hashText(name) % people.length] ?? people[0];
}
