export * from './detection';
export * from './faceFailure';
export * from './faceItems';
export * from './given';
export * from './numberFaces';
export * from './pairFaces';
