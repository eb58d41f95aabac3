import report from '../../docs/live-pass.json';
import { readingsOf, switches } from '../live/learn';
import { choice } from './choice';

/** What the nodes assume. */
const assumedReadings = {
	/** A create that is refused with code 1005 was taken all the same. The first create of each account shows it. */
	tooFrequentTakes: false,
	/** The offset of an element is its center. */
	offsetsAtCenter: false,
	/** `path` has to be a crop of a face, and the points are its pixels. A whole image makes the job fail. */
	pathIsCrop: false,
	/** Failed jobs cost as much as others. */
	failedJobsCost: false,
	/** The number of IDs that a list call reads. */
	listCap: Infinity,
	/** A variation is one image. */
	variationIsOneImage: false,
	/** The avatars for live sessions are in no list. */
	liveAvatarsUnlisted: false,
	/** A talking avatar takes 3840 x 2160 only. */
	talkingOnly4K: false,
	/** Records have all fields of the interface, also those of restOfRecord.json, which public clients leave out. */
	fullRecords: false,
	/** A second lip sync of one video and language is refused with code 1202. */
	lipSyncOnce: false,
	/** A callback is sent once, whatever the answer. */
	callbacksOnce: false,
	/** The codes of a session that does not exist, and of one that is closed. */
	sessionCodes: choice('1216 and 1219', '1008 and 1009'),
	/** Languages other than English want a voice. */
	needVoiceId: false,
};
export type Readings = typeof assumedReadings;

/**
 * The other readings of the interface, which only a live account can settle. Off by default, so that the emulator shares
 * the assumptions of the nodes, except where a pass on a live account found one wrong. docs/service.md says what a node
 * does under each.
 */
export const defaultReadings: Readings = { ...assumedReadings, ...readingsOf(report.answers) };

/** Each with its other reading switched on. */
export const otherReadings = Object.fromEntries(
	Object.values(switches).flatMap(({ reading = {} }) => Object.keys(reading).map((name) => [name, reading])),
) as Record<keyof Readings, Partial<Readings>>;
