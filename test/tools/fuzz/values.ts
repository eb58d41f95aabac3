import fc from 'fast-check';

/** Texts that are more than letters: of any script, cut in two, very long, and those that programs stumble over. */
export const text: fc.Arbitrary<string> = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 30 }),
	fc.string({ unit: 'grapheme', maxLength: 30 }),
	fc.constantFrom(
		...[
			'',
			' ',
			'\0',
			'0',
			'-1',
			'1e999',
			'true',
			'null',
			'[]',
			'{}',
			'[null]',
			'"',
			'{{ 1 }}',
			'={{ $json }}',
		],
		...['\ud800', 'a\udfff', '\u202e', '\ufeff', '__proto__', 'constructor', 'toString', 'auto', '2', 'id-1'],
		...['http://', 'https://[', 'http://a b/', 'https://example.com/\ud83d', 'ftp://ann:pass@example.com/x'],
		...[
			'http://127.0.0.1:9/a.png?a=1',
			'wss://example.com/live/1',
			'data:text/plain,a',
			'../../x',
			'1,2:3,4',
		],
		...['[{"path":"http://127.0.0.1:9/a.png","opts":"1,2:3,4:5,6:7,8"}]', '[{"type":"avatar","url":1}]'],
	),
	fc.nat(3).map((size) => 'x'.repeat(10 ** (size + 2))),
);

const number = fc.oneof(
	fc.integer(),
	fc.double(),
	fc.constantFrom(0, -0, 1, 2, 3, 0.5, -1, Infinity, -Infinity, NaN, 2 ** 53, 1e300),
);

/** Keys that JSON can bring, and that every object has already. */
const key = fc.oneof(
	text,
	fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'then', 'toJSON', 'length', 'value', 'mode'),
	fc.constantFrom(
		'face',
		'element',
		'pair',
		'path',
		'opts',
		'faces',
		'url',
		'type',
		'_id',
		'status',
		'code',
		'data',
	),
);

/** What JSON can bring. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
	any: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		fc.oneof(text, number.filter(Number.isFinite), fc.boolean(), fc.constant(null)),
		fc.array(tie('any'), { maxLength: 4 }),
		fc.array(fc.tuple(key, tie('any')), { maxLength: 5 }).map(objectOf),
	),
})).any;

/** With `__proto__` as a key of its own, as JSON.parse makes it. */
function objectOf(entries: ReadonlyArray<[string, unknown]>): object {
	const made = {};
	for (const [name, value] of entries) {
		Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
	}
	return made;
}

/** What an expression can give: JSON, and what only programs have. */
export const value: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 6, arbitrary: json },
	{ weight: 2, arbitrary: number },
	{ weight: 1, arbitrary: fc.date() },
	{ weight: 1, arbitrary: fc.constantFrom(undefined, new Date(NaN), 10n, Symbol.iterator.toString()) },
	{ weight: 1, arbitrary: fc.array(number, { maxLength: 12 }) },
);

/** Expressions of n8n that give what no item can hold. */
export const expression = fc.constantFrom(
	...['={{ undefined }}', '={{ null }}', '={{ NaN }}', '={{ Infinity }}', '={{ [] }}', '={{ ({}) }}'],
	...['={{ new Date() }}', '={{ $now }}', '={{ new Date(NaN) }}', '={{ true }}', '={{ -0 }}', '={{ "" }}'],
	...['={{ $json.nothing.at.all }}', '={{ $json }}', '={{ [[1]] }}', '={{ (() => 1) }}', '={{ /a/ }}'],
	...['={{ new Map() }}', '={{ $items }}', '={{ 10n }}'],
);
