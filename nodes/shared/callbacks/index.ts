export { callbackKinds, confirm, kindsOf, type Confirmation } from './confirm';
export { openMemory, type TriggerMemory } from './memory';
export { openCallback, type Accept, type Callback } from './open';
export { readReference, withReference } from './reference';
export type { CallbackRefusal, Opened } from './sealed';
export { answerCaller, readBody } from './webhook';
