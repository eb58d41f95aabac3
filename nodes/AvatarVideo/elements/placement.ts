import { optionalChoice } from '../../shared/operation';
import type { Size } from '../size';
import type { Element } from './element';

/** The interface says upper-left corner, but public samples use the center (service.md: Shapes that vary). */
export const placement = optionalChoice<'topLeft' | 'center'>('Placement', {
	// You only add the option to change the reading.
	default: 'center',
	options: [
		{
			name: 'Top Left',
			value: 'topLeft',
			description: 'The service reads an offset as the upper-left corner',
		},
		{ name: 'Center', value: 'center', description: 'The service reads an offset as the center' },
	],
	displayOptions: { hide: { '/elementsInput': ['json'] } },
	hint: 'If the video shows only a part of the avatar, choose Center',
	description: 'How the service reads offsets. Default: Top Left.',
});

/** With `center`, an avatar that fills a video of 3840 x 2160 moves from 0, 0 to 1920, 1080. */
export function placed(
	elements: readonly Element[],
	reading: 'topLeft' | 'center' = 'topLeft',
	video: Size,
): Element[] {
	const toCenter = (element: Element): Element => {
		const { offsetX = 0, offsetY = 0, scaleX = 1, scaleY = 1, width, height } = element;
		const across = (width ?? video.width) * scaleX;
		const down = (height ?? video.height) * scaleY;
		return { ...element, offsetX: Math.round(offsetX + across / 2), offsetY: Math.round(offsetY + down / 2) };
	};
	const isCentered = ({ type }: Element) => reading === 'center' && ['avatar', 'image'].includes(type);
	return elements.map((element) => (isCentered(element) ? toCenter(element) : element));
}
