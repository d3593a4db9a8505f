// Finds text that breaks when a browser translates the page.
//
// A browser's translation takes each text node out of the page and sets elements in its place. React keeps the nodes that it made: an
// update of such a text is invisible, and to insert something before it, or to remove it, throws and takes the page away. Where a
// string is the only child of its element, React sets the element's content and keeps no node. So:
// - text beside something that changes has an element of its own, as one string: `<p>{`${a} of ${b}`}</p>`, not `<p>{a} of {b}</p>`;
// - a fragment has no text of its own, because it does not say beside what it will stand;
// - a list of strings is a list of elements.
// White space alone is not translated. A value of one literal type, or of a constant of a module, does not change. A slot whose type is
// `Elements` takes no text.
import path from 'node:path';
import process from 'node:process';

import ts from 'typescript';

const src = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../src'));
const { Any, Unknown, StringLike, NumberLike, BigIntLike, Null, Undefined } = ts.TypeFlags;
const TEXT = Any | Unknown | StringLike | NumberLike | BigIntLike;
const BESIDE = 'text beside something that changes; give it an element of its own, as one string';
const FRAGMENT = 'text of a fragment; give it an element';
const LIST = 'a list of strings; make it a list of elements';

const { config } = ts.readConfigFile(`${import.meta.dirname}/../../tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(src));
const names = ts.sys.readDirectory(src, ['.ts', '.tsx']);
const program = ts.createProgram(
  names.filter((name) => !/\.test\.tsx?$/.test(name)),
  options,
);
const checker = program.getTypeChecker();
const problems = [];

const isBlank = (value) => String(value).trim() === '';
const partsOf = (type) => (type.isUnion() ? type.types : [type]);

/** Whether React can make a text node of a value of this type. */
const canBeText = (type) =>
  partsOf(type).some(
    (part) => (part.flags & TEXT) !== 0 && !(part.isStringLiteral() && isBlank(part.value)),
  );

/** Whether a value of this type can be a list of texts. */
const canBeTexts = (type) =>
  partsOf(type).some(
    (part) => checker.isArrayLikeType(part) && checker.getTypeArguments(part).some(canBeText),
  );

/** What a name stands for, in the module that defines it. */
function declarationOf(name) {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined) return undefined;
  return (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
    .declarations?.[0];
}

const isConst = (list) =>
  ts.isVariableDeclarationList(list) && (list.flags & ts.NodeFlags.Const) !== 0;

/** Whether an expression names a constant of a module, or a part of one. */
function isConstant(expression) {
  if (ts.isPropertyAccessExpression(expression)) return isConstant(expression.expression);
  let declaration = ts.isIdentifier(expression) ? declarationOf(expression) : undefined;
  while (declaration && ts.isBindingElement(declaration)) declaration = declaration.parent.parent;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !isConst(declaration.parent))
    return false;
  if (ts.isSourceFile(declaration.parent.parent.parent)) return true;
  return declaration.initializer !== undefined && isConstant(declaration.initializer);
}

/** Whether the node of an element can be replaced: another component by the same name, another key, or a component of ours without a node. */
function canBeReplaced(element) {
  const { tagName, attributes } = ts.isJsxElement(element) ? element.openingElement : element;
  if (attributes.properties.some(({ name }) => name?.getText() === 'key')) return true;
  if (ts.isIdentifier(tagName) && /^[a-z]/.test(tagName.text)) return false;
  const declaration = declarationOf(tagName);
  if (declaration === undefined || declaration.getSourceFile().fileName.includes('/node_modules/'))
    return false;
  if (!ts.isFunctionDeclaration(declaration)) return !isConstant(tagName);
  return checker
    .getTypeAtLocation(tagName)
    .getCallSignatures()
    .some((signature) =>
      partsOf(signature.getReturnType()).some((part) => (part.flags & (Null | Undefined)) !== 0),
    );
}

/** What the rule has to know of a child; null of one of which no node is made. */
function kindOf(child) {
  if (ts.isJsxText(child)) {
    return child.containsOnlyTriviaWhiteSpaces
      ? null
      : { text: !isBlank(child.text), changes: false };
  }
  if (!ts.isJsxExpression(child)) {
    return { text: false, changes: !ts.isJsxFragment(child) && canBeReplaced(child) };
  }
  if (!child.expression) return null;
  const type = checker.getTypeAtLocation(child.expression);
  if (type.isLiteral()) return { text: !isBlank(type.value), changes: false };
  const list = canBeTexts(type);
  return { text: list || canBeText(type), changes: list || !isConstant(child.expression), list };
}

function report(node, sentence) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  problems.push(`${path.relative(src, file.fileName)}:${line + 1}: ${sentence}`);
}

function checkChildren(node) {
  const children = node.children
    .map((child) => ({ child, ...kindOf(child) }))
    .filter(({ text }) => text !== undefined);
  const first = children.find(({ text }) => text);
  if (first === undefined) return;
  if (ts.isJsxFragment(node)) report(first.child, FRAGMENT);
  else if (first.list) report(first.child, LIST);
  else if (children.length > 1 && children.some(({ changes }) => changes))
    report(first.child, BESIDE);
}

function visit(node) {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) checkChildren(node);
  ts.forEachChild(node, visit);
}

for (const name of program.getRootFileNames()) visit(program.getSourceFile(name));
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
