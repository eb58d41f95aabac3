/* n8n's screens in a browser. Minutes. Run by npm run test:all -- editor. */

/** @type {import('jest').Config} */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	testMatch: ['<rootDir>/test/editor/editor.check.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 600_000,
	maxWorkers: 1,
};
