import { dirname, join } from 'node:path';
import { IANAZone } from 'luxon';

/* What n8n makes anew each time, and nobody needs here. Import this file before n8n. */

// Nobody connects.
const backend = dirname(require.resolve('@n8n/backend-network'));
Object.assign(require(join(backend, 'http/node-agents.js')), { buildNodeAgents: () => ({}) });
// Each error of n8n looks for the package that made it.
require('callsites');
require.cache[require.resolve('callsites')]!.exports = () => Array(3).fill({ getFileName: () => '' });
// A formatter takes longer than all that it formats. Whoever asks for a text names its options.
const formatters = new Map<string, Intl.DateTimeFormat>();
Date.prototype.toLocaleString = function (locales?: string, options?: Intl.DateTimeFormatOptions): string {
	const key = JSON.stringify([locales, options]);
	const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locales, options);
	formatters.set(key, formatter);
	return formatter.format(this);
};
// All workflows are in one zone. luxon formats a date to find its offset, which holds for a quarter of an hour.
const offsets = new Map<number, number>();
const { offset } = IANAZone.prototype;
IANAZone.prototype.offset = function (at: number): number {
	const quarter = Math.floor(at / 900_000);
	const known = offsets.get(quarter) ?? offset.call(this, at);
	offsets.set(quarter, known);
	return known;
};
