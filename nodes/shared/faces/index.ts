export * from './detection';
export * from './faceError';
export {
	CHOOSING_FACES,
	listTargets,
	MAX_FACES,
	type ChosenFaces,
	type FaceItem,
	type MediaType,
} from './faceItems';
export { faceOrderChoice, numberFaces, type FaceOrder } from './numberFaces';
export * from './pairFaces';
export * from './parseFaceItems';
export * from './readPictures';
