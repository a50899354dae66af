import { expect, it } from 'vitest';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { descendants, type SyntaxNode } from '../../../../src/code/hcl/syntax/walk.ts';
import { describeOracle } from '../oracle.ts';

interface GoNode {
  readonly k: string;
  readonly r: readonly [number, number];
  readonly c?: readonly GoNode[];
  /** Of an attribute: name and equals sign. Of a block: type, opening and closing brace. */
  readonly x?: readonly (readonly [number, number])[];
  readonly l?: readonly string[];
  readonly lr?: readonly (readonly [number, number])[];
}

interface RangeCase {
  readonly id: string;
  readonly input: string;
  readonly ast?: GoNode;
}

/** Node kinds that cover the same span in both trees. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['tuple', 'TupleConsExpr'],
  ['object', 'ObjectConsExpr'],
  ['call', 'FunctionCallExpr'],
  ['for-tuple', 'ForExpr'],
  ['for-object', 'ForExpr'],
  ['parentheses', 'ParenthesesExpr'],
  ['unary', 'UnaryOpExpr'],
  ['binary', 'BinaryOpExpr'],
  ['conditional', 'ConditionalExpr'],
  ['quoted', 'TemplateExpr'],
  ['heredoc', 'TemplateExpr'],
]);

function goLines(node: GoNode): readonly string[] {
  const details = node.k === 'FunctionCallExpr' ? [] : [...(node.x ?? []), ...(node.lr ?? [])];
  const own = [node.r, ...details].map((range) => range.join('-'));
  // HashiCorp's tree has a node kind of its own for a template that is a single interpolation.
  const name = node.k === 'TemplateWrapExpr' ? 'TemplateExpr' : node.k;
  const line = `${name} ${own.join(' ')} ${(node.l ?? []).join(' ')}`.trim();
  return [line, ...(node.c ?? []).flatMap(goLines)];
}

function ourLine(node: SyntaxNode, bytes: (offset: number) => number): string | undefined {
  const range = (start: number, end: number) => `${bytes(start)}-${bytes(end)}`;
  const whole = range(node.start, node.end);
  if (node.kind === 'attribute') {
    const equals = range(node.equals, node.equals + 1);
    return `attr ${whole} ${range(node.start, node.nameEnd)} ${equals}`;
  }
  if (node.kind === 'block') {
    const type = range(node.start, node.typeEnd);
    const braces = [node.open, node.close].map((at) => range(at, at + 1));
    const labels = node.labels.map((label) => range(label.start, label.end));
    const names = node.labels.map((label) => label.text);
    return ['block', whole, type, ...braces, ...labels, ...names].join(' ');
  }
  const kind = kinds.get(node.kind);
  return kind === undefined ? undefined : `${kind} ${whole}`;
}

/** HashiCorp's tree has no nodes for indexes that are plain strings: they are part of a path. */
function withoutPlainKeys(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const keys = new Set<SyntaxNode>();
  for (const node of nodes) {
    const plain = node.kind === 'index' && node.key.kind === 'quoted';
    if (plain && node.key.parts.every((part) => part.kind === 'text')) keys.add(node.key);
  }
  return nodes.filter((node) => !keys.has(node));
}

function byteOffsets(text: string): (offset: number) => number {
  return (offset) => Buffer.byteLength(text.slice(0, offset));
}

describeOracle<RangeCase>('validity-adversarial.json', (cases) => {
  const valid = cases.filter((one) => one.ast !== undefined);

  it.each(valid)('gives every node of $id the same range as HashiCorp', ({ input, ast }) => {
    const bytes = byteOffsets(input);
    const nodes = withoutPlainKeys([...descendants(parseHcl(input).body)]);
    const ours = nodes.map((node) => ourLine(node, bytes)).filter((line) => line !== undefined);
    const compared = new Set(['attr', 'block', ...kinds.values()]);
    const all = ast === undefined ? [] : goLines(ast);
    const theirs = all.filter((line) => compared.has(line.split(' ')[0] ?? ''));

    const hasDirectives = nodes.some((node) => node.kind === 'directive');
    if (hasDirectives) expect(theirs).toEqual(expect.arrayContaining(ours));
    else expect(ours.toSorted()).toEqual(theirs.toSorted());
  });
});
