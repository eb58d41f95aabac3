import { avatarRoutes } from './avatars';
import { composedRoutes } from './composed';
import { faceSwapRoutes } from './faceSwap';
import { imageRoutes } from './images';
import { sessionRoutes } from './sessions';
import { videoRoutes } from './videos';
import { voiceRoutes } from './voices';

/** Every endpoint that needs a token, except face detection, which has its own host and envelope. */
export const routes = [
	...faceSwapRoutes,
	...sessionRoutes,
	...videoRoutes,
	...imageRoutes,
	...avatarRoutes,
	...composedRoutes,
	...voiceRoutes,
];
