export * from './detection';
export * from './faceError';
export * from './faceItems';
export * from './numberFaces';
export * from './pairFaces';
export * from './parseFaceItems';
export * from './readPictures';
