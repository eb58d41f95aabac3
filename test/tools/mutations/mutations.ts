import { createHash } from 'node:crypto';
import ts from 'typescript';

/** One small change of a source file. */
export interface Mutation {
	/** The same for the same change of the same line, wherever that line moves to. */
	id: string;
	file: string;
	line: number;
	kind: string;
	/** What stood there, and what stands there instead. */
	before: string;
	after: string;
	start: number;
	end: number;
}

const SWAPPED = new Map<ts.SyntaxKind, [string, string]>([
	[ts.SyntaxKind.AmpersandAmpersandToken, ['and for or', '||']],
	[ts.SyntaxKind.BarBarToken, ['and for or', '&&']],
	[ts.SyntaxKind.LessThanToken, ['limit', '<=']],
	[ts.SyntaxKind.LessThanEqualsToken, ['limit', '<']],
	[ts.SyntaxKind.GreaterThanToken, ['limit', '>=']],
	[ts.SyntaxKind.GreaterThanEqualsToken, ['limit', '>']],
	[ts.SyntaxKind.EqualsEqualsEqualsToken, ['negated', '!==']],
	[ts.SyntaxKind.ExclamationEqualsEqualsToken, ['negated', '===']],
	[ts.SyntaxKind.PlusToken, ['arithmetic', '-']],
	[ts.SyntaxKind.MinusToken, ['arithmetic', '+']],
]);

/** Every mutation of a file, in the order of its text. */
export function mutationsOf(file: string, text: string): Mutation[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const found: Mutation[] = [];
	const seen = new Map<string, number>();
	const add = (kind: string, node: ts.Node, after: string) => {
		const [start, end] = [node.getStart(source), node.getEnd()];
		const before = text.slice(start, end);
		if (after === before) return;
		const { line } = source.getLineAndCharacterOfPosition(start);
		const lineText = text.split('\n')[line]?.trim() ?? '';
		const key = [file, kind, lineText, before, after].join('\n');
		const count = seen.get(key) ?? 0;
		seen.set(key, count + 1);
		const id = createHash('sha256').update(`${key}\n${count}`).digest('hex').slice(0, 12);
		found.push({ id, file, line: line + 1, kind, before, after, start, end });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
		ofStatement(node, add);
		ofExpression(node, add);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

type Add = (kind: string, node: ts.Node, after: string) => void;

function ofStatement(node: ts.Node, add: Add): void {
	if (ts.isIfStatement(node)) {
		add('condition', node.expression, `!(${node.expression.getText()})`);
		if (node.elseStatement === undefined && leaves(node.thenStatement)) add('guard dropped', node, ';');
	}
	if (ts.isExpressionStatement(node)) {
		const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
		if (ts.isCallExpression(inner)) add('call dropped', node, ';');
	}
	if (ts.isReturnStatement(node) && node.expression && ts.isStringLiteralLike(node.expression)) {
		add('text', node.expression, "''");
	}
}

function ofExpression(node: ts.Node, add: Add): void {
	if (ts.isConditionalExpression(node)) add('condition', node.condition, `!(${node.condition.getText()})`);
	if (ts.isBinaryExpression(node)) {
		const swapped = SWAPPED.get(node.operatorToken.kind);
		const isText = ts.isStringLiteralLike(node.left) || ts.isStringLiteralLike(node.right);
		if (swapped && !(swapped[0] === 'arithmetic' && isText)) add(swapped[0], node.operatorToken, swapped[1]);
		if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
			add('fallback', node, node.left.getText());
		}
	}
	if (ts.isNumericLiteral(node)) add('number', node, `${Number(node.text) + 1}`);
	if (node.kind === ts.SyntaxKind.TrueKeyword) add('flag', node, 'false');
	if (node.kind === ts.SyntaxKind.FalseKeyword) add('flag', node, 'true');
	if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
		const { expression, name } = node.expression;
		if (name.text === 'filter') add('filter dropped', node, expression.getText());
		if (expression.getText() === 'Math' && (name.text === 'min' || name.text === 'max')) {
			add('limit', name, name.text === 'min' ? 'max' : 'min');
		}
	}
}

/** Whether a statement does nothing but leave. */
function leaves(statement: ts.Statement): boolean {
	const [only, ...more] = ts.isBlock(statement) ? statement.statements : [statement];
	if (only === undefined || more.length > 0) return false;
	return ts.isReturnStatement(only) || ts.isThrowStatement(only) || ts.isContinueStatement(only);
}

/** The text of a file with a mutation in it. */
export function mutated(text: string, { start, end, after }: Mutation): string {
	return text.slice(0, start) + after + text.slice(end);
}
