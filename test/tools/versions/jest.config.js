/* The engine tests on another n8n: CORE_FOLDER is an installation of n8n-core, see versions.ts. */

const modules = `${process.env.CORE_FOLDER}/node_modules`;

/** @type {import('jest').Config} */
module.exports = {
	...require('../../../jest.config.js'),
	rootDir: '../../..',
	testTimeout: 60_000,
	maxWorkers: 1,
	// Older engines leave handles open at the end.
	forceExit: true,
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow)$': `${modules}/$1`,
		'^(n8n-core|n8n-workflow)/(.*)$': `${modules}/$1/$2`,
		// Parts of a package (@n8n/utils/result) are found through its exports, which a path would pass by.
		'^(@n8n/[^/]+)$': `${modules}/$1`,
	},
};
