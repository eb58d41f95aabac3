/* What does not fit throws a Failure. */
export * from './given';
export * from './numberFaces';
export * from './pairFaces';
