import { mark } from '../../support/marking';
import { decoded, madeBy, run, tagsOf, testWith, written } from '../../support/programs';
import { ALL_SAMPLES } from '../../support/sampleFiles';

/* The labels, read back by programs that are not ours. */

const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

for (const [name, sample] of ALL_SAMPLES) {
	testWith(['exiftool', 'ffmpeg'], `${name} tells what it is, and shows and sounds the same`, async () => {
		const { content, outcome } = await mark(sample());
		expect(outcome).toEqual({ labelled: true });
		expect(tagsOf(name, content)).toMatchObject({
			'XMP-iptcExt:DigitalSourceType': GENERATED,
			'XMP-xmp:CreatorTool': 'n8n-nodes-media-generation',
			'XMP-xmp:MetadataDate': '2026:08:02 10:00:00.000Z',
		});
		expect(decoded(`labelled-${name}`, content)).toBe(decoded(name, sample()));
	});
}
