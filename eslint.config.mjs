import communityNodes from '@n8n/eslint-plugin-community-nodes';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig } from 'eslint/config';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** The rules of n8n's scanner, by the newest release of the plugin of n8n's own nodes. */
const scanned = (await buildScanConfig()).map((part) =>
	part.plugins?.['n8n-nodes-base'] ? { plugins: { 'n8n-nodes-base': nodesBase } } : part,
);

/** The scanner has an older release of this plugin. The rules of the newest release run under another name. */
const newest = Object.entries(communityNodes.configs.recommended.rules).map(([name, level]) => [
	name.replace('@n8n/community-nodes', 'newest'),
	level,
]);

/** The rules of n8n's scanner, which every community package has to pass. All others are in .oxlintrc.json. */
export default defineConfig(
	// A comment can't switch a rule off: what is an exception is said here.
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
	scanned,
	{
		files: [...shipped, 'package.json'],
		plugins: { newest: communityNodes },
		rules: Object.fromEntries(newest),
	},
	{
		files: shipped,
		rules: {
			// Two that oxlint can't express.
			'no-restricted-syntax': [
				'error',
				{
					selector: 'CallExpression[callee.property.name=/^(preprocess|transform|superRefine|refine)$/]',
					message: 'Use prepared, changed or checked: zod keeps what its own steps have read.',
				},
				{
					selector:
						'UnaryExpression[operator=void]:not([argument.type=/^(Call|Chain|Assignment)Expression$/])',
					message: 'Use void only to discard the result of a call.',
				},
			],
		},
	},
);
