const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that the slowest files take. Most of this time they wait. */
const SECONDS = {
	'live/pass': 20,
	'world/world': 30,
	'engine/values/values': 30,
	'engine/suspended': 15,
	'engine/liveAvatarChat': 10,
	'engine/liveAvatarRooms': 10,
	'engine/triggerRefusals': 10,
	'engine/outage': 10,
	'examples/run': 10,
	'examples/sheets': 10,
	'engine/agents': 7,
	'engine/agentsLive': 7,
	'engine/faceSwap.money': 7,
	'engine/nextSteps': 7,
	'unit/texts': 7,
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
