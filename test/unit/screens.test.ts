import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ESLint, type Linter } from 'eslint';
import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import * as parser from '@typescript-eslint/parser';
import { listedNodes } from '../support/operations';

/*
 * n8n's rules for screens read source files. Functions make our parameters, so the rules get the resulting properties of
 * each node, written as a file.
 */

const nodesBase = require('eslint-plugin-n8n-nodes-base') as ESLint.Plugin & {
	configs: { nodes: { rules: Linter.RulesRecord } };
};
const rules = Object.fromEntries(
	Object.entries(nodesBase.configs.nodes.rules).filter(
		// Choices are in the order of their use.
		([name]) => name.includes('/node-param-') && !name.includes('unsorted-items'),
	),
);
const config: Linter.Config = {
	files: ['**/*.ts'],
	languageOptions: { parser },
	plugins: { 'n8n-nodes-base': nodesBase },
	rules,
};

/** Exceptions: names of the service, values for expressions, sizes. */
const RIGHT: ReadonlyArray<[rule: string, text: RegExp]> = [
	['description-miscased-json', /In an expression: simple, fields, json\./],
	['description-miscased-id', /\(not the avatar_id\)/],
	['display-name-miscased', /\d x \d/],
	// The default is a text of several lines.
	['default-missing', /'Elements \(JSON\)'/],
];

/** The same with the names first, as n8n's rules demand. */
function inOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inOrder);
	if (typeof value !== 'object' || value === null) return value;
	const { displayName, name, ...rest } = Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, inOrder(inner)]),
	);
	return { ...(displayName !== undefined && { displayName }), ...(name !== undefined && { name }), ...rest };
}

function fileOf(folder: string, { properties }: INodeTypeDescription): string {
	const whole = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 100 };
	const shown = inspect(inOrder({ properties }), whole);
	return `export class ${folder} implements INodeType {\n\tdescription: INodeTypeDescription = ${shown};\n}\n`;
}

type Shown = [folder: string, description: INodeTypeDescription];
const nodes = listedNodes().map(({ folder, type }): Shown => [folder, type.description]);

async function refused(folder: string, text: string): Promise<string[]> {
	const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: config });
	const [result] = await eslint.lintText(text, { filePath: `nodes/${folder}/${folder}.node.ts` });
	const lines = text.split('\n');
	return (result?.messages ?? []).flatMap(({ ruleId, message, line }) => {
		const place = lines.slice(line - 1, line + 2).join(' ');
		const isRight = RIGHT.some(([rule, shown]) => ruleId?.endsWith(rule) && shown.test(place));
		return isRight ? [] : [`${message} (${ruleId}): ${place}`];
	});
}

test.each(nodes)("the screens of %s follow n8n's rules", async (folder, description) => {
	expect(await refused(folder, fileOf(folder, description))).toEqual([]);
});

/** The fields that n8n demands before it runs a node, which has only these parameters. */
function demanded(description: INodeTypeDescription, given: INodeParameters): string[] {
	const { properties, name: type } = description;
	const node = { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0] as [number, number] };
	const asGiven = { ...node, parameters: given };
	const filled = NodeHelpers.getNodeParameters(properties, given, true, false, asGiven, description);
	const whole = { ...node, parameters: filled ?? {} };
	return Object.keys(NodeHelpers.getNodeParametersIssues(properties, whole, description)?.parameters ?? {});
}

test.each(nodes)(
	'n8n demands no field of %s that another choice hides, also where an expression makes the choice',
	(_name, description) => {
		const wrong = description.properties.flatMap(({ name, type, options = [], displayOptions, ...field }) => {
			if (type !== 'options' || field.noDataExpression) return [];
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			const own = { resource: String(resource[0]), operation: String(operation[0]) };
			const byExpression = demanded(description, { ...own, [name]: '={{ $json.choice }}' });
			return options.flatMap((option) => {
				if (!('value' in option)) return [];
				const byChoice = demanded(description, { ...own, [name]: option.value });
				const hidden = byExpression.filter((each) => !byChoice.includes(each));
				return hidden.length > 0 ? [`${own.operation}: ${name} ${option.value} hides ${hidden.join()}`] : [];
			});
		});
		expect(wrong).toEqual([]);
	},
);

test.each(nodes)(
	'the fields of %s that take an ID say whose ID it is, where n8n draws no hint under an expression',
	(_name, { properties }) => {
		const all = properties.flatMap((field) => [
			field,
			...(field.type === 'collection' ? (field.options ?? []) : []),
		]);
		const ofItem = all.filter(
			(field) => 'type' in field && /json\.\w*id\b/i.test(JSON.stringify(field.default)),
		);
		const wrong = ofItem.filter(
			(field) =>
				'hint' in field ||
				!('description' in field && /^The (jobId|ID) in the output of /.test(field.description ?? '')),
		);
		expect(wrong).toEqual([]);
	},
);

/** All texts that the screen shows, by the key of their property and the name of their field or choice. */
function textsOf(value: unknown, of = ''): Array<[key: string, text: string, name: string]> {
	if (typeof value !== 'object' || value === null) return [];
	const { name = of, value: choice = name }: { name?: unknown; value?: unknown } = value;
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string'
			? [[key, inner, String(choice)] as [string, string, string]]
			: textsOf(inner, String(choice)),
	);
}

const credential = ['the credential', new MediaGenerationApi()] as const;

/** Also icons, and words for the list of nodes, for a search and for a program. */
const SHOWN =
	/^(?:displayName|description|action|\w*[hH]int|placeholder|itemTitle|subtitle|\w+Message|eventTriggerDescription|executionsHelp|header|light|dark|waitingNodeTooltip|cachedResultName|documentationUrl)$/;

test('the screens say what screens.txt says (if you changed it, run npm run docs, and read what is different)', () => {
	const file = join(__dirname, 'screens.txt');
	const counts = new Map<string, number>();
	for (const [key, text, name] of [credential, ...nodes].flatMap(([, shown]) => textsOf(shown))) {
		const line = `${name}, ${key}: ${text}`;
		if (SHOWN.test(key)) counts.set(line, (counts.get(line) ?? 0) + 1);
	}
	const told = [...counts].map(([line, count]) => `${line}${count > 1 ? ` (${count} times)` : ''}\n`).sort();
	if (process.env.WRITE_CONTRACT !== undefined) writeFileSync(file, told.join(''));
	expect(readFileSync(file, 'utf8')).toBe(told.join(''));
});

describe.each([...nodes, credential])('the texts of %s', (_name, { properties }) => {
	const texts = textsOf(properties);

	test('have descriptions of at most 120 characters', () => {
		const long = texts.filter(([key, text]) => key === 'description' && text.length > 120);
		expect(long.map(([, text]) => text)).toEqual([]);
	});

	test('are plain American English', () => {
		const odd = /pictures?\b|colou?r(?<=our)|can ?not\b|behaviour|\bthat of\b|\bone that\b/i;
		const shown = ['displayName', 'description', 'hint', 'placeholder', 'action', 'default'];
		const wrong = texts.filter(([key, text]) => shown.includes(key) && odd.test(text));
		expect(wrong.map(([, text]) => text)).toEqual([]);
	});
});
