import plugin from '@typescript-eslint/eslint-plugin';
import parser from '@typescript-eslint/parser';

/** The one rule on types that oxlint lacks. It reads all types for that, so only the suite `lint` has it. */
export default [
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		linterOptions: { noInlineConfig: true },
		plugins: { '@typescript-eslint': plugin },
		languageOptions: { parser, parserOptions: { project: './tsconfig.json' } },
		rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'error' },
	},
];
