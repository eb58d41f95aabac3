const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that the longest files take, most of them by waiting. */
const SECONDS = {
	'unit/async/rateLimiter': 20,
	'unit/linear': 15,
	'engine/liveAvatarRooms': 15,
	'engine/liveAvatarChat': 15,
	'engine/agents': 14,
	'engine/agentsLive': 10,
	'engine/everyWaitEnds': 10,
	'package/scan': 10,
	'engine/fates': 9,
	'engine/triggerRefusals': 8,
	'engine/triggerRepeats': 6,
	'engine/keys': 5,
	'engine/suspended': 5,
};

/**
 * Begins with the files that take longest, so that none of them is what all wait for in the end. jest itself does so by the
 * last run; on a fresh checkout, which has no such run, it would begin with the largest files.
 */
module.exports = class extends Sequencer {
	time(test) {
		const name = relative(test.context.config.rootDir, test.path).replace(/^test\/|\.test\.ts$/g, '');
		return super.time(test) ?? (SECONDS[name] ?? 1) * 1_000;
	}
};
