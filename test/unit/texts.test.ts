import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../support/build';

/* A text that the package wrote is for people. What it means is a field of its value. */

const TEXTS = new Set(['message', 'description', 'advice', 'toDo', 'happened', 'sentence', 'reason']);
/** Of these types, n8n or JavaScript declares the texts. */
const OWN = /^(?:FailureOfStep|NodeOperationError)$/;
const DECIDES =
	/^(?:startsWith|endsWith|includes|match|matchAll|split|replace|replaceAll|search|indexOf|slice|substring|at)$/;
const EQUALS = new Set([
	ts.SyntaxKind.EqualsEqualsEqualsToken,
	ts.SyntaxKind.ExclamationEqualsEqualsToken,
	ts.SyntaxKind.EqualsEqualsToken,
]);

/** Declarations that hold no text of the package. Reading them takes most of the time. */
const UNREAD = /node_modules\/(?!n8n-workflow|zod|typescript).*\.d\.[cm]?ts$/;
const planted = join(root, 'nodes/shared/run/planted.ts');
const PLANTED = `
import { Failure } from '../service/failure';
import { toFailure } from '../operation/failure';
export function decides(failure: Failure, other: { failure?: Failure }) {
	const { message: words, details: { description } } = failure;
	const why = other.failure?.message ?? '';
	return [
		failure.message.startsWith('Not sent'),
		words.split('. '),
		/paid/.test(why),
		description === 'Nothing was paid',
		toFailure(failure).details.description?.includes('ID'),
		failure.message, words.length > 3, \`\${why}\`, description === undefined,
	];
}`;

function programOf(): ts.Program {
	const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
		config: unknown;
	};
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
	const host = ts.createCompilerHost(options);
	const { readFile, fileExists } = host;
	host.readFile = (path) => (path === planted ? PLANTED : UNREAD.test(path) ? '' : readFile(path));
	host.fileExists = (path) => path === planted || fileExists(path);
	return ts.createProgram([...fileNames, planted], { ...options, noEmit: true }, host);
}

/** The code of a file that decides on a text of the package. */
function decisionsIn(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
	const found: string[] = [];

	const isOfPackage = (object: ts.Node, name: string): boolean => {
		if (!TEXTS.has(name)) return false;
		const type = checker.getTypeAtLocation(object);
		return (type.isUnion() ? type.types : [type]).some((each) => {
			if (OWN.test(each.symbol?.name ?? '')) return true;
			const declared = checker.getPropertyOfType(each, name)?.declarations ?? [];
			return declared.some((one) => one.getSourceFile().fileName.startsWith(join(root, 'nodes')));
		});
	};
	const isText = (node: ts.Node): boolean => {
		if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return isText(node.expression);
		if (ts.isBinaryExpression(node)) return isText(node.left);
		if (ts.isPropertyAccessExpression(node)) return isOfPackage(node.expression, node.name.text);
		const made = ts.isIdentifier(node) && checker.getSymbolAtLocation(node)?.valueDeclaration;
		if (made && ts.isBindingElement(made))
			return isOfPackage(made.parent, (made.propertyName ?? made.name).getText());
		return Boolean(made && ts.isVariableDeclaration(made) && made.initializer && isText(made.initializer));
	};
	const isPlain = (node: ts.Node) =>
		(ts.isIdentifier(node) && node.text === 'undefined') ||
		(ts.isStringLiteral(node) && node.text === '') ||
		ts.isTypeOfExpression(node);

	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
			const { expression, name } = node.expression;
			if (DECIDES.test(name.text) && isText(expression)) found.push(node.getText());
			if (/^(?:test|exec)$/.test(name.text) && node.arguments.some(isText)) found.push(node.getText());
		}
		if (ts.isBinaryExpression(node) && EQUALS.has(node.operatorToken.kind)) {
			const { left, right } = node;
			if ([left, right].some(isText) && ![left, right].some(isPlain)) found.push(node.getText());
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

test('no code compares, matches or splits a text that the package wrote, whatever its variable is called', () => {
	const program = programOf();
	const checker = program.getTypeChecker();
	const found = new Map<string, string[]>();
	for (const file of program.getSourceFiles()) {
		if (!file.fileName.startsWith(join(root, 'nodes'))) continue;
		const decisions = decisionsIn(file, checker);
		if (decisions.length > 0) found.set(file.fileName, decisions);
	}
	expect(found.get(planted)).toHaveLength(5);
	found.delete(planted);
	expect(Object.fromEntries(found)).toEqual({});
});
