const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that the slowest files take. Most of this time they wait. */
const SECONDS = {
	'world/world': 30,
	'engine/failedPolls': 5,
	'engine/otherReadings': 25,
	'engine/maxOpenJobs': 20,
	'engine/faceSwap.money': 20,
	'unit/claims/claims': 15,
	'live/pass': 15,
	'engine/agents': 15,
	'engine/suspended': 15,
	'engine/liveAvatarRooms': 15,
	'engine/liveAvatarChat': 15,
	'unit/texts': 12,
	'examples/sheets': 12,
	'examples/run': 12,
	'engine/retriedSuspended': 10,
	'engine/retried': 10,
	'engine/agentsLive': 10,
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
