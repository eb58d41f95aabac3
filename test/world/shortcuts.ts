import { dirname, join } from 'node:path';

/* What n8n makes anew each time, and nobody needs here. Import this file before n8n. */

// Nobody connects.
const backend = dirname(require.resolve('@n8n/backend-network'));
Object.assign(require(join(backend, 'http/node-agents.js')), { buildNodeAgents: () => ({}) });
// Each error of n8n looks for the package that made it.
require('callsites');
require.cache[require.resolve('callsites')]!.exports = () => Array(3).fill({ getFileName: () => '' });
// A formatter takes longer than all that it formats. Whoever asks for a text names its options.
const formatters = new Map<string, Intl.DateTimeFormat>();
Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
	construct(type, given: [string, Intl.DateTimeFormatOptions]) {
		const key = JSON.stringify(given);
		const formatter = formatters.get(key) ?? new type(...given);
		formatters.set(key, formatter);
		return formatter;
	},
});
Date.prototype.toLocaleString = function (locales?: string, options?: Intl.DateTimeFormatOptions): string {
	return new Intl.DateTimeFormat(locales, options).format(this);
};
