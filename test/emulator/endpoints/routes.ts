import type { Route } from '../http/route';
import { avatarRoutes } from './avatars';
import { avatarVideoRoutes } from './avatarVideo';
import { faceSwapRoutes } from './faceSwap';
import { imageRoutes } from './images';
import { reageRoutes } from './reage';
import { resultRoutes } from './results';
import { sessionRoutes } from './sessions';
import { talkingAvatarRoutes } from './talkingAvatar';
import { translationRoutes } from './translation';
import { videoRoutes } from './videos';
import { voiceRoutes } from './voices';

/** Every endpoint that takes a token, but face detection, which has its own host and envelope. */
export const routes: Route[] = [
	...faceSwapRoutes,
	...reageRoutes,
	...resultRoutes,
	...sessionRoutes,
	...translationRoutes,
	...videoRoutes,
	...imageRoutes,
	...avatarRoutes,
	...avatarVideoRoutes,
	...talkingAvatarRoutes,
	...voiceRoutes,
];
