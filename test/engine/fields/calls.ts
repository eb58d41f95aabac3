import { avatarCalls } from './avatarCalls';
import type { Call } from './call';
import { contentCalls } from './contentCalls';
import { faceCalls } from './faceCalls';
import { liveCalls } from './liveCalls';

const ofNodes = { faceSwap: faceCalls, liveAvatar: liveCalls, avatarVideo: avatarCalls };

/** A call for each operation that sends a request, with every field of each request at least once. */
export const calls: Call[] = [
	...contentCalls,
	...Object.entries(ofNodes).flatMap(([node, asked]) => asked.map((call) => ({ ...call, node }))),
];
