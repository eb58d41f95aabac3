export * from './audio';
export * from './avatar';
export * from './faceSwap';
export * from './image';
export * from './liveAvatar';
export * from './video';
