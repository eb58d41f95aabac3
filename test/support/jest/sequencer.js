const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that the longest files take, most of them by waiting. */
const SECONDS = {
	'engine/timeLimit': 30,
	'engine/liveAvatarChat': 25,
	'engine/liveAvatarRooms': 25,
	'engine/pace': 20,
	'engine/triggerRefusals': 15,
	'engine/retriedSuspended': 12,
	'engine/triggerTestUrl': 11,
	'engine/maxOpenJobs': 10,
	'package/scan': 10,
	'engine/suspended': 25,
	'engine/everyWaitEnds': 15,
	'engine/idempotency': 8,
	'unit/linear': 5,
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
