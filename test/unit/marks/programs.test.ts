import { FACTS, mark, packetsIn } from '../../support/marking';
import { decoded, madeBy, run, tagsOf, testWith, written } from '../../support/programs';
import { ALL_SAMPLES, jpegSample, mp3Sample, mp4Sample, pngSample } from '../../support/sampleFiles';

/* The labels, read back by programs that are not ours, in files that are not ours. */

const TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype';
const LABEL = {
	'XMP-iptcExt:DigitalSourceType': `${TYPES}/trainedAlgorithmicMedia`,
	'XMP-xmp:MetadataDate': '2026:08:02 10:00:00.000Z',
};
/** A picture and a sound that ffmpeg makes. */
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=1'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=1'];
const FILM = [...PICTURE, ...SOUND, '-c:v', 'mpeg4', '-c:a', 'aac'];
const XMP = ['-XMP-dc:Title=A title', '-XMP-xmp:CreatorTool=Another tool'];

/** A file of a program: of ffmpeg, changed by exiftool if there is something to change. */
function made(name: string, args: string[], changes: string[] = []): Buffer {
	const content = madeBy('ffmpeg', name, (path) => ['-v', 'error', '-y', ...args, path]);
	return changes.length === 0 ? content : changed(name, content, changes);
}

function changed(name: string, content: Buffer, changes: string[]): Buffer {
	written(name, content);
	return madeBy('exiftool', name, (path) => ['-q', '-overwrite_original', ...changes, path]);
}

const FILES: Array<[what: string, name: string, make: () => Buffer]> = [
	...ALL_SAMPLES.map(([name, make]): [string, string, () => Buffer] => ['of the emulator', name, make]),
	['a baseline JPEG', 'plain.jpg', () => made('plain.jpg', [...PICTURE, '-frames:v', '1'])],
	[
		'with EXIF and a comment',
		'exif.jpg',
		() => changed('exif.jpg', jpegSample(), ['-EXIF:Artist=A. Person', '-Comment=Said']),
	],
	['with an XMP packet', 'xmp.jpg', () => changed('xmp.jpg', jpegSample(), XMP)],
	[
		'with an extended XMP packet',
		'long.jpg',
		() => changed('long.jpg', jpegSample(), [...XMP, `-XMP-dc:Description=${'long '.repeat(20_000)}`]),
	],
	['of true colour', 'colour.png', () => made('colour.png', [...PICTURE, '-frames:v', '1'])],
	[
		'with text in iTXt',
		'text.png',
		() => changed('text.png', pngSample(), ['-PNG:Comment=Größe', '-api', 'PNGEarlyXMP=1']),
	],
	[
		'with an XMP packet before its picture',
		'early.png',
		() => changed('early.png', pngSample(), [...XMP, '-api', 'PNGEarlyXMP=1']),
	],
	['an animated PNG', 'moving.png', () => made('moving.png', [...PICTURE, '-f', 'apng'])],
	['a lossy WebP', 'lossy.webp', () => made('lossy.webp', [...PICTURE, '-frames:v', '1'])],
	[
		'a lossless WebP',
		'lossless.webp',
		() => made('lossless.webp', [...PICTURE, '-frames:v', '1', '-lossless', '1', '-pix_fmt', 'bgra']),
	],
	['a WebP with an XMP packet', 'xmp.webp', () => made('xmp.webp', [...PICTURE, '-frames:v', '1'], XMP)],
	['an MP4', 'plain.mp4', () => made('plain.mp4', FILM)],
	['an MP4 that starts fast', 'fast.mp4', () => made('fast.mp4', [...FILM, '-movflags', 'faststart'])],
	[
		'a fragmented MP4',
		'fragments.mp4',
		() => made('fragments.mp4', [...FILM, '-movflags', 'frag_keyframe+empty_moov']),
	],
	[
		'a fragmented MP4 with an index',
		'index.mp4',
		() => made('index.mp4', [...FILM, '-g', '3', '-movflags', 'frag_keyframe']),
	],
	['an MP4 with an XMP packet', 'xmp.mp4', () => made('xmp.mp4', FILM, XMP)],
	['a MOV', 'film.mov', () => made('film.mov', FILM)],
	['sound as MP4', 'sound.m4a', () => made('sound.m4a', [...SOUND, '-c:a', 'aac'])],
	[
		'without a tag',
		'bare.mp3',
		() => made('bare.mp3', [...SOUND, '-id3v2_version', '0', '-write_xing', '0']),
	],
	[
		'with a tag of version 2.3',
		'tag3.mp3',
		() => made('tag3.mp3', [...SOUND, '-id3v2_version', '3', '-metadata', 'title=A title']),
	],
	[
		'with a tag of version 2.4',
		'tag4.mp3',
		() => made('tag4.mp3', [...SOUND, '-id3v2_version', '4', '-metadata', 'title=A title']),
	],
];

for (const [what, name, make] of FILES) {
	testWith(
		['exiftool', 'ffmpeg'],
		`${name} (${what}) tells what it is, and shows and sounds the same`,
		async () => {
			const file = make();
			const { content, outcome } = await mark(file);
			expect(outcome).toEqual({ labelled: true });
			const [before = {}, tags = {}] = tagsOf([name, file], [`labelled-${name}`, content]);
			expect(tags).toMatchObject(LABEL);
			expect(tags).toMatchObject({
				'XMP-xmp:CreatorTool': before['XMP-xmp:CreatorTool'] ?? FACTS.tool,
				'XMP-xmpMM:History': [
					{ Action: 'saved', SoftwareAgent: FACTS.tool, When: '2026:08:02 10:00:00.000Z' },
				],
			});
			// Nothing that was there is lost, but what counts bytes and places.
			const other = /^(System|File|Composite|ExifTool):|Offset|Size|Warning|XMPToolkit|SourceFile/;
			const kept = Object.entries(before).filter(([tag]) => !other.test(tag));
			expect(tags).toMatchObject(Object.fromEntries(kept));
			expect(tags['ExifTool:Warning']).toEqual(before['ExifTool:Warning']);
			expect(packetsIn(content).length).toBe(name === 'long.jpg' ? 2 : 1);
			expect(decoded(`labelled-${name}`, content)).toBe(decoded(name, file));
		},
	);
}

testWith(
	['exiftool', 'ffmpeg'],
	'a consent is told as the ID of a model release, beside those that are there',
	async () => {
		const file = changed('release.jpg', jpegSample(), ['-XMP-plus:ModelReleaseID=first']);
		const { content } = await mark(file, { facts: { ...FACTS, consentReference: 'Consent <12> & "more"' } });
		expect(tagsOf(['release.jpg', content])[0]?.['XMP-plus:ModelReleaseID']).toEqual([
			'first',
			'Consent <12> & "more"',
		]);
	},
);

testWith(['pngcheck', 'exiftool'], 'pngcheck finds nothing wrong in a labelled PNG', async () => {
	const { content } = await mark(pngSample());
	const told = run('pngcheck', '-v', written('checked.png', content));
	expect(told).toContain('No errors detected');
	expect(told.indexOf('iTXt')).toBeLessThan(told.indexOf('IDAT'));
});

for (const name of ['lossy.webp', 'lossless.webp', 'xmp.webp', 'moving.webp']) {
	testWith(
		['webpmux', 'webpinfo', 'ffmpeg', 'exiftool'],
		`webpmux and webpinfo find the label in ${name}, and nothing wrong`,
		async () => {
			const [, , make] = FILES.find(([, each]) => each === name) ?? [];
			const file = make?.() ?? made(name, [...PICTURE, '-loop', '0']);
			const { content, outcome } = await mark(file);
			expect(outcome).toEqual({ labelled: true });
			const path = written(name, content);
			expect(run('webpmux', '-info', path)).toContain('XMP metadata');
			expect(run('webpinfo', path)).toContain('No error detected');
			expect(tagsOf([name, content])).toMatchObject([LABEL]);
			// Without its packet it is the file that it was.
			const bare = (source: string) =>
				madeBy('webpmux', `bare-${name}`, (target) => ['-strip', 'xmp', source, '-o', target]);
			const before = name === 'xmp.webp' ? bare(written(`unlabelled-${name}`, file)) : file;
			expect(bare(path).equals(before)).toBe(true);
		},
	);
}

for (const [name, make] of [
	['short.mp4', mp4Sample],
	['film.mov', () => made('film.mov', FILM)],
] as const) {
	testWith(['ffprobe', 'ffmpeg'], `ffprobe reads the packet of ${name}`, async () => {
		const { content } = await mark(make());
		const told = run(
			'ffprobe',
			'-v',
			'error',
			'-export_xmp',
			'1',
			'-show_entries',
			'format_tags=xmp',
			'-of',
			'json',
			written(name, content),
		);
		expect(JSON.parse(told).format.tags.xmp).toContain(`${TYPES}/trainedAlgorithmicMedia`);
	});
}

testWith(['ffprobe', 'ffmpeg'], 'ffprobe reads the packet of an MP3, and its other tags', async () => {
	const { content } = await mark(
		made('tag3.mp3', [...SOUND, '-id3v2_version', '3', '-metadata', 'title=A title']),
	);
	const told = JSON.parse(
		run('ffprobe', '-v', 'error', '-show_format', '-of', 'json', written('tag3.mp3', content)),
	);
	expect(told.format.tags.title).toBe('A title');
	expect(told.format.tags['id3v2_priv.XMP']).toContain('trainedAlgorithmicMedia');
	expect((await mark(mp3Sample())).outcome.labelled).toBe(true);
});
