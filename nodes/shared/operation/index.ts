export { customJob } from './customJob';
export * from './defineOperation';
export * from './failure';
export { actionNode, nodeSubtitle } from './nodeProperties';
export { asError, Failure, wrongField } from '../service/failure';
export * from './parameters/builders';
export * from './parameters/messages';
export * from './parameters/schemas';
export { howMany, search, simplify } from './settings';
