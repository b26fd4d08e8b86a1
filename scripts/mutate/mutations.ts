import type { Expression, Node, SourceFile, Statement } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isCaseClause,
  isConditionalExpression,
  isElementAccessExpression,
  isExpressionStatement,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isNumericLiteral,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteral,
  isThrowStatement,
  isTypeNode,
} from 'typescript/unstable/ast/is';

/** One small change of a source text: what stands between `start` and `end` becomes `text`. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type MutationKind =
  | 'negate a condition'
  | 'shift a comparison'
  | 'swap and with or'
  | 'flip a boolean'
  | 'shift a number'
  | 'swap an operator'
  | 'swap a call'
  | 'drop a call from a chain'
  | 'drop an early exit'
  | 'return an empty list'
  | 'drop a statement'
  | 'change a key';

type Find = (node: Node, source: SourceFile) => readonly Mutation[];

/** Every mutation that can be made of a file, in the order of the text. Types and imports are left alone. */
export function mutationsOf(source: SourceFile): readonly Mutation[] {
  const found: Mutation[] = [];
  visit(source);
  return found;

  function visit(node: Node): void {
    if (isTypeNode(node) || isImportDeclaration(node)) return;
    for (const find of FINDERS) found.push(...find(node, source));
    node.forEachChild((child) => visit(child));
  }
}

export function mutate(text: string, mutation: Mutation): string {
  return text.slice(0, mutation.start) + mutation.text + text.slice(mutation.end);
}

const COMPARISONS = new Map<SyntaxKind, string>([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);
const LOGIC = new Map<SyntaxKind, string>([
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
]);
const ARITHMETIC = new Map<SyntaxKind, string>([
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
]);
const CALLS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);
const DROPPABLE = new Set([
  'filter',
  'map',
  'flatMap',
  'toSorted',
  'toReversed',
  'slice',
  'concat',
  'trim',
  'toLowerCase',
  'replace',
  'replaceAll',
]);

const negateCondition: Find = (node, source) => {
  const condition = conditionOf(node);
  return condition === undefined
    ? []
    : [replace('negate a condition', condition, `!(${condition.getText(source)})`, source)];
};

const swapOperator: Find = (node, source) => {
  if (!isBinaryExpression(node)) return [];
  const token = node.operatorToken;
  const kinds = [
    ['shift a comparison', COMPARISONS],
    ['swap and with or', LOGIC],
    ['swap an operator', ARITHMETIC],
  ] as const;
  return kinds.flatMap(([kind, table]) => {
    const other = table.get(token.kind);
    return other === undefined ? [] : [replace(kind, token, other, source)];
  });
};

const flipBoolean: Find = (node, source) => {
  if (node.kind === SyntaxKind.TrueKeyword) return [replace('flip a boolean', node, 'false', source)];
  if (node.kind === SyntaxKind.FalseKeyword) return [replace('flip a boolean', node, 'true', source)];
  return [];
};

const shiftNumber: Find = (node, source) => {
  if (!isNumericLiteral(node)) return [];
  const value = Number(node.text);
  return [replace('shift a number', node, String(value + 1), source)];
};

const swapCall: Find = (node, source) => {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const other = CALLS.get(name.text);
  const swapped = other === undefined ? [] : [replace('swap a call', name, other, source)];
  const dropped = DROPPABLE.has(name.text)
    ? [replace('drop a call from a chain', node, expression.getText(source), source)]
    : [];
  return [...swapped, ...dropped];
};

const dropEarlyExit: Find = (node, source) => {
  if (!isIfStatement(node) || node.elseStatement !== undefined || !isExit(node.thenStatement)) return [];
  return [replace('drop an early exit', node, '', source)];
};

const returnEmptyList: Find = (node, source) => {
  const returned = returnedBy(node);
  return returned !== undefined && isList(returned) ? [replace('return an empty list', returned, '[]', source)] : [];
};

const dropStatement: Find = (node, source) => {
  if (!isExpressionStatement(node)) return [];
  const call = isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return isCallExpression(call) ? [replace('drop a statement', node, '', source)] : [];
};

const changeKey: Find = (node, source) => {
  if (!isStringLiteral(node) || node.text === '' || !isKey(node)) return [];
  const text = node.getText(source);
  return [replace('change a key', node, `${text.slice(0, -1)}X${text.slice(-1)}`, source)];
};

const FINDERS: readonly Find[] = [
  negateCondition,
  swapOperator,
  flipBoolean,
  shiftNumber,
  swapCall,
  dropEarlyExit,
  returnEmptyList,
  dropStatement,
  changeKey,
];

function replace(kind: MutationKind, node: Node, text: string, source: SourceFile): Mutation {
  return { kind, start: node.getStart(source), end: node.end, text };
}

function conditionOf(node: Node): Expression | undefined {
  if (isIfStatement(node)) return node.expression;
  return isConditionalExpression(node) ? node.condition : undefined;
}

function returnedBy(node: Node): Node | undefined {
  if (isReturnStatement(node)) return node.expression;
  return isArrowFunction(node) && !isBlock(node.body) ? node.body : undefined;
}

function isList(node: Node): boolean {
  if (isArrayLiteralExpression(node)) return node.elements.length > 0;
  return (
    isCallExpression(node) &&
    isPropertyAccessExpression(node.expression) &&
    ['filter', 'map', 'flatMap', 'toSorted', 'slice'].includes(node.expression.name.text)
  );
}

function isExit(statement: Statement): boolean {
  if (isBlock(statement)) {
    const [only, ...more] = statement.statements;
    return only !== undefined && more.length === 0 && isExit(only);
  }
  return isReturnStatement(statement) || isThrowStatement(statement) || statement.kind === SyntaxKind.ContinueStatement;
}

/** A text by which something is found or recognized; not one that people read. */
function isKey(node: Node): boolean {
  const { parent } = node;
  if (isCaseClause(parent)) return true;
  if (isElementAccessExpression(parent)) return parent.argumentExpression === node;
  if (isPropertyAssignment(parent)) return parent.name === node;
  if (isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind);
  if (isCallExpression(parent)) return LOOKUPS.has(calledBy(parent.expression));
  return isArrayLiteralExpression(parent);
}

const LOOKUPS = new Set(['get', 'has', 'set', 'includes', 'startsWith', 'endsWith', 'split', 'join', 'at', 'indexOf']);

function calledBy(expression: Expression): string {
  if (isPropertyAccessExpression(expression)) return expression.name.text;
  return isIdentifier(expression) ? expression.text : '';
}
