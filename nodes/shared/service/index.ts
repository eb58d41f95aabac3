export * from './codes';
export * from './envelope';
export * from './records';
export * from './request';
export * from './status';
export * from './urls';
export * from './values';
