export * from './given';
export * from './numberFaces';
export * from './pairFaces';
