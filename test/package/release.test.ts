import { lostLines } from '../tools/release/published';
import { obstaclesOf } from '../tools/release/readiness';

const ready = {
	manifest: {
		version: '0.1.0',
		author: { name: 'Ada', email: 'ada@maintainers.dev' },
		repository: { url: 'git+https://github.com/ada/nodes.git' },
		peerDependencies: { 'n8n-workflow': '*' },
	},
	changelog: '# Changelog\n\n## [0.1.0] - 2026-12-01\n',
	tag: 'v0.1.0',
	repository: 'ada/nodes',
};

test('a package with an author, a repository and a date can be released', () => {
	expect(obstaclesOf(ready)).toEqual([]);
});

test.each([
	[
		{ manifest: { ...ready.manifest, author: { name: 'n8n-nodes-x contributors', email: 'a@b.dev' } } },
		'author.name',
	],
	[
		{ manifest: { ...ready.manifest, author: { name: 'Ada', email: 'maintainers@example.com' } } },
		'author.email',
	],
	[{ manifest: { ...ready.manifest, repository: undefined } }, 'repository.url'],
	[{ repository: 'eve/nodes' }, 'eve/nodes'],
	[{ tag: 'v0.2.0' }, 'v0.2.0'],
	[{ changelog: '## [Unreleased]' }, 'CHANGELOG.md'],
	[{ manifest: { ...ready.manifest, dependencies: { zod: '*' } } }, 'dependencies'],
	[{ manifest: { ...ready.manifest, peerDependencies: {} } }, 'peers'],
])('a release stops at %j', (change, named) => {
	expect(obstaclesOf({ ...ready, ...change })).toContainEqual(expect.stringContaining(named));
});

test('only a new major version loses a name of the published one', () => {
	const published = { version: '1.2.0', facts: ['/a', '/b'] };
	expect(lostLines(published, { version: '1.3.0', facts: ['/b', '/c'] })).toEqual(['/a']);
	expect(lostLines(published, { version: '2.0.0', facts: ['/c'] })).toEqual([]);
});
