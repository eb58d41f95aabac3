import { faceSwap, type Bench } from './bench';

interface Found {
	opts: string;
	videoOpts: string;
	region: { x: number; y: number; width: number; height: number };
}

/** The people in a picture, left to right, as detection gives them; it leaves no trace of having asked. */
export async function facesIn(bench: Bench, name: string): Promise<Found[]> {
	const result = await bench.engine.run(faceSwap('face', 'detect', { image: bench.media(name) }));
	bench.emulator.requests.length = 0;
	return result.json('Node')[0]?.faces as Found[];
}
