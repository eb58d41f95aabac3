const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that the slowest files take. Most of this time they wait. */
const SECONDS = {
	'engine/agents': 30,
	'unit/async/rateLimiter': 20,
	'engine/everyWaitEnds': 20,
	'unit/linear': 15,
	'engine/liveAvatarRooms': 15,
	'engine/liveAvatarChat': 15,
	'engine/agentsLive': 10,
	'engine/suspended': 14,
	'unit/texts': 12,
	'package/scan': 10,
	'engine/fates': 9,
	'engine/triggerRefusals': 8,
	'engine/triggerRepeats': 6,
	'engine/keys': 5,
};

/**
 * Starts with the slowest files, so you don't wait for a single slow file at the end. jest itself uses the times of the
 * last run. A fresh checkout has no last run, so jest would start with the largest files.
 */
module.exports = class extends Sequencer {
	time(test) {
		const name = relative(test.context.config.rootDir, test.path).replace(/^test\/|\.test\.ts$/g, '');
		return super.time(test) ?? (SECONDS[name] ?? 1) * 1_000;
	}
};
