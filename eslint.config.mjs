import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

export default defineConfig(
	globalIgnores(['dist/', 'demo-output/', 'packed/', '.cache/', 'coverage/']),
	// A comment can't switch a rule off: what is an exception is said here.
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },

	{
		files: ['**/*.ts'],
		extends: [ts.configs.strict],
		rules: {
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
			eqeqeq: 'error',
			'prefer-const': 'error',
		},
	},
	{
		files: shipped,
		extends: [ts.configs.strictTypeCheckedOnly],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			// Numbers in texts are what they are for.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			// Async functions also fulfil an interface.
			'@typescript-eslint/require-await': 'off',
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			// n8n's own types declare functions as methods, and records are keyed by what comes in.
			'@typescript-eslint/unbound-method': 'off',
			'@typescript-eslint/no-dynamic-delete': 'off',
			// What was caught is thrown on as it is.
			'@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
			'@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			'no-console': 'error',
			// Only nodes/shared/zod knows where version 3 is.
			'no-restricted-imports': ['error', { paths: ['zod', 'zod/v3'] }],
			// Two rules of n8n's own lint command that are not among those above. Options, because the severity alone would keep
			// the options above.
			'no-control-regex': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { args: 'after-used' }],
		},
	},

	{ files: ['nodes/shared/zod/index.d.ts'], rules: { 'no-restricted-imports': 'off' } },

	// The rules that n8n checks community packages by, and its own exceptions from them.
	{ files: shipped, extends: [communityNodes.configs.recommended] },
	{
		files: ['package.json'],
		extends: [communityNodes.configs.recommended],
		plugins: { 'n8n-nodes-base': nodesBase },
		languageOptions: { parser: ts.parser, parserOptions: { extraFileExtensions: ['.json'] } },
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
			'no-restricted-syntax': [
				'error',
				{
					selector: 'CallExpression[callee.property.name=/^(preprocess|transform|superRefine|refine)$/]',
					message: 'Use prepared, changed or checked: zod keeps what its own steps have read.',
				},
			],
		},
	},
	{
		files: ['test/**/*.ts'],
		rules: {
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/no-empty-function': 'off',
			'@typescript-eslint/no-require-imports': 'off',
		},
	},
);
