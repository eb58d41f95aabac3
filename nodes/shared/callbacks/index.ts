export {
	callbackKinds,
	confirm,
	kindsOf,
	openMemory,
	type Confirmation,
	type TriggerMemory,
} from './confirm';
export { openCallback, type Accept, type Callback, type CallbackRefusal, type Opened } from './open';
export { inTurn } from './turns';
export { answerCaller, readBody, readReference, withReference } from './webhook';
