import { optionalChoice } from '../../shared/operation/parameters/builders';
import type { Size } from '../size';
import type { Element } from './element';

/**
 * How the service reads the offsets of elements. Its interface says the upper-left corner, but all public samples with
 * an avatar or an image use the center (service.md: Shapes that vary).
 */
export const placement = optionalChoice<'topLeft' | 'center'>('Placement', {
	// The option is only added to change the reading.
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

/**
 * Elements with offsets as the service reads them. With `center`, an avatar that fills a video of 3840 x 2160 moves
 * from 0, 0 to 1920, 1080. An element without a size of its own fills the video at scale 1.
 */
export function placed(
	elements: readonly Element[],
	reading: 'topLeft' | 'center' = 'topLeft',
	video: Size,
): Element[] {
	const toCenter = (element: Element): Element => {
		const { offsetX = 0, offsetY = 0, scaleX = 1, scaleY = 1, width, height } = element;
		const across = (width ?? video.width) * scaleX;
		const down = (height ?? video.height) * scaleY;
		return {
			...element,
			offsetX: Math.round(offsetX + across / 2),
			offsetY: Math.round(offsetY + down / 2),
		};
	};
	// The one public sample with a video element uses its corner.
	const isCentered = ({ type }: Element) => reading === 'center' && ['avatar', 'image'].includes(type);
	return elements.map((element) => (isCentered(element) ? toCenter(element) : element));
}
