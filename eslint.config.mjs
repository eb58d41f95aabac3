import communityNodes from '@n8n/eslint-plugin-community-nodes';
import parser from '@typescript-eslint/parser';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig } from 'eslint/config';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** n8n's rules. All others are in .oxlintrc.json. */
export default defineConfig(
	// A comment can't switch a rule off: what is an exception is said here.
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },

	// The rules that n8n checks community packages by, and its own exceptions from them.
	{
		files: shipped,
		extends: [communityNodes.configs.recommended],
		languageOptions: { parser },
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
	{
		files: ['package.json'],
		extends: [communityNodes.configs.recommended],
		plugins: { 'n8n-nodes-base': nodesBase },
		languageOptions: { parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: nodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': nodesBase },
		rules: {
			...nodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': nodesBase },
		rules: {
			...nodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
