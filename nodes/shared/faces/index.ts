export * from './detection';
export * from './faceError';
export * from './faceItems';
export * from './given';
export * from './numberFaces';
export * from './pairFaces';
