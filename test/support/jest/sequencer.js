const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The files that take longest, in the order of their start. The one that takes the processor longest begins, and those that
 * mostly wait are beside it and not beside each other.
 */
const FIRST = [
	'engine/values/values',
	'engine/agentsLive',
	'engine/outage',
	'engine/triggerRefusals',
	'world/world',
	'engine/transport.oddHost',
	'unit/async/pace',
	'engine/liveAvatarChat',
	'engine/binaryFields',
	'engine/suspendedFailures',
	'live/pass',
	'engine/nextSteps',
	'engine/situations',
	'engine/suspended',
	'engine/otherReadings',
	'examples/run',
	'unit/screens',
	'examples/sheets',
	'engine/agents',
	'unit/texts',
	'package/schemas',
	'package/built',
];

/**
 * Starts with the slowest files, so you don't wait for a single slow file at the end. The others are in jest's order: by the
 * times of the last run, or by size.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ context, path }) => {
			const at = FIRST.indexOf(relative(context.config.rootDir, path).replace(/^test\/|\.test\.ts$/g, ''));
			return at < 0 ? FIRST.length : at;
		};
		return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
	}
};
