/** Each character has five rows of three dots. A digit holds the bits of a row. */
const glyphs = [
	'A25755|B65656|C34443|D65556|E74647|F74644|G34553|H55755|I72227|J11152|K55655|L44447|M57755',
	'N65555|O25552|P65644|Q25563|R65655|S34216|T72222|U55557|V55552|W55775|X55255|Y55222|Z71247',
	'075557|126227|261247|361216|455711|574616|634757|771122|875757|975716|+02720|-00700|.00002',
	',00024|:02020|/11244|>42124|!22202|%51245|#57575|=07070| 00000',
].flatMap((line) => line.split('|'));
const rowsOf = new Map(glyphs.map((glyph) => [glyph.charAt(0), [...glyph.slice(1)].map(Number)]));

/** The rows of a character, as bits. A character without a glyph is a box. */
export const glyphOf = (character: string): number[] => rowsOf.get(character) ?? [7, 5, 5, 5, 7];
