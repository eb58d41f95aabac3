export { readBody, MOST_BODY_BYTES } from './body';
export { createClaims, type Claim, type Claims } from './claims';
export { confirm, type Confirmation } from './confirm';
export { endingAt } from './deadline';
export { callbackKinds, kindsOf } from './kinds';
export { openMemory, type TriggerMemory } from './memory';
export { openCallback, type Accept } from './open';
export { readReference, withReference, type Reference } from './reference';
export type { Callback, CallbackKeys, CallbackRefusal, Opened } from './types';
