import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesBelow, roomOf } from './sample';

/** The tests on n8n's engine that a room matters to, by the beginnings of their names; those that show most come first. */
const ENGINE: Record<string, readonly string[]> = {
	AvatarVideo: ['engine/avatarVideo'],
	FaceMapper: ['engine/faceMapper', 'examples/faces'],
	FaceSwap: ['engine/faceSwap', 'examples/faces'],
	ImageGeneration: ['engine/imageGeneration'],
	LiveAvatar: ['engine/liveAvatar', 'examples/liveAvatar'],
	MediaGenerationTrigger: ['engine/trigger', 'examples/callbacks'],
	VideoTranslation: ['engine/videoTranslation', 'engine/lists'],
	'shared/async': ['engine/faceSwap.stop', 'engine/pace', 'engine/transport', 'engine/faceSwap.waiting'],
	'shared/callbacks': ['engine/trigger', 'engine/wokenByCalls'],
	'shared/faces': ['engine/faceMapper', 'engine/faceSwap.faces', 'engine/faceSwap.newFaces'].concat([
		'engine/faceSwap.ages',
		'engine/faceSwap.badInput',
		'engine/faceSwap',
	]),
	'shared/item': [
		'engine/credentialByItem',
		'engine/faceSwap.results',
		'engine/receipt',
		'engine/agents',
	].concat(['engine/faceSwap', 'engine/liveAvatarSession', 'engine/parked', 'engine/imageGeneration']),
	'shared/jobs': [
		'engine/faceSwap.results',
		'engine/faceSwap.waiting',
		'engine/faceSwap.download',
		'engine/imageGeneration',
	].concat(
		['engine/parked', 'engine/idempotency', 'engine/liveAvatarSession', 'engine/videoTranslation'],
		['engine/faceSwap', 'engine/avatarVideo'],
	),
	'shared/keys': ['engine/retriedAfter', 'engine/idempotency', 'engine/maxJobsPerDay', 'engine/agents'],
	'shared/lists': ['engine/lists', 'engine/liveAvatarSessionCalls', 'engine/avatarVideo.avatars'],
	'shared/media': ['engine/faceSwap.binary', 'engine/avatarVideo.binary', 'engine/faceSwap.badInput'],
	'shared/n8n': [
		'engine/parked',
		'engine/summary',
		'engine/idempotency',
		'engine/wokenByCalls',
		'engine/faceSwap.stop',
		'engine/faceSwap.items',
	].concat(['engine/transport', 'engine/liveAvatar']),
	'shared/operation': [
		'engine/errorNamesIds',
		'engine/runRefused',
		'engine/faceSwap.badInput',
		'engine/faceSwap',
		'engine/avatarVideo',
		'engine/imageGeneration',
		'engine/videoTranslation',
	],
	'shared/run': ['engine/parked', 'engine/summary', 'engine/faceSwap.money', 'engine/idempotency'].concat([
		'engine/maxJobs',
		'engine/retriedAfter',
		'engine/whoWaits',
		'engine/faceSwap.stop',
		'engine/timeLimit',
		'engine/liveAvatarEnd',
		'engine/errorNamesIds',
		'engine/wokenByCalls',
		'engine/runRefused',
		'engine/liveAvatarSession',
		'engine/faceSwap',
		'engine/imageGeneration',
		'engine/videoTranslation',
	]),
	'shared/service': [
		'engine/transport',
		'engine/avatarVideo',
		'engine/imageGeneration',
		'engine/faceSwap',
	].concat(['engine/videoTranslation', 'engine/liveAvatar']),
	'shared/sessions': [
		'engine/liveAvatarSession',
		'engine/agentsLive',
		'engine/liveAvatar',
		'examples/liveAvatar',
	],
	'shared/transport': ['engine/transport', 'engine/credential', 'engine/faceSwap.money', 'engine/faceSwap'],
};

/** A test that imports a file by no more steps than these is about it, and so is a unit test of its room. */
const CLOSE = 2;

/** They read the nodes as n8n does, by their paths. */
const OF_ALL_NODES = ['unit/contract', 'unit/operations', 'unit/operation/parameter'];

/** Finds the tests of a file: those that are about it, those that run it on n8n's engine, and the others that import it. */
export function createRelated(root: string): (file: string) => string[] {
	const tests = filesBelow(root, 'test').filter((each) => each.endsWith('.test.ts'));
	const imports = new Map<string, string[]>();
	const importsOf = (file: string): string[] => {
		const known = imports.get(file);
		if (known) return known;
		const text = readFileSync(join(root, file), 'utf8');
		const found = [
			...text.matchAll(/(?:from|import|import\(|requireActual(?:<[^>]*>)?\()\s*'(\.[^']+)'/g),
		].flatMap(([, path = '']) => {
			const base = normalize(join(dirname(file), path));
			return [`${base}.ts`, `${base}/index.ts`, base].filter(
				(each) => each.endsWith('.ts') && existsSync(join(root, each)),
			);
		});
		imports.set(file, found);
		return found;
	};
	const distancesFrom = (test: string): Map<string, number> => {
		const distances = new Map([[test, 0]]);
		for (const [file, distance] of distances) {
			for (const each of importsOf(file)) if (!distances.has(each)) distances.set(each, distance + 1);
		}
		return distances;
	};
	const unit = tests
		// Those that measure work take minutes.
		.filter((each) => each.startsWith('test/unit/') && !each.includes('linear.'))
		.map((test) => ({ test, distances: distancesFrom(test) }));
	return (file) => {
		const room = `test/unit/${roomOf(file).replace('shared/', '')}/`.toLowerCase();
		const ofRoom = (test: string) => test.toLowerCase().startsWith(room);
		const importing = unit
			.flatMap(({ test, distances }) => {
				const distance = distances.get(file);
				return distance === undefined ? [] : [{ test, distance }];
			})
			.sort((one, other) => one.distance - other.distance);
		const close = importing.filter(({ test, distance }) => distance <= CLOSE || ofRoom(test));
		const others = [...OF_ALL_NODES, ...(ENGINE[roomOf(file)] ?? [])];
		if (!file.startsWith('nodes/shared/')) others.push('fields/fields');
		const running = others.flatMap((start) => tests.filter((each) => each.startsWith(`test/${start}`)));
		return [...new Set([...close.map(({ test }) => test), ...running, ...importing.map(({ test }) => test)])];
	};
}
