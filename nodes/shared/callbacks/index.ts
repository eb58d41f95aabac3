export { callbackKinds, confirm, kindsOf, type Confirmation } from './confirm';
export { openMemory, type TriggerMemory } from './memory';
export { openCallback, type Accept, type Callback, type CallbackRefusal, type Opened } from './open';
export { readReference, withReference } from './reference';
export { inTurn } from './turns';
export { answerCaller, readBody } from './webhook';
