import { createEnvironment } from '../async/environment';
import type { CallContext } from '../n8n/executionFacts';
import { RunTransport, type Transport } from './transport';

/** Long enough for a close that is refused temporarily, and short enough for a person who presses Stop. */
const LAST_MS = 120_000;

/** For requests after a Stop or at the end of a run. It ignores the Stop, and has its own time limit. */
export function createLastTransport(context: CallContext): Transport {
	const environment = createEnvironment();
	const end = environment.now() + LAST_MS;
	return new RunTransport(context, environment, { endsAt: () => end });
}
