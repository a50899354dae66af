import { compareText } from '../../../model/text.ts';
import { factKind, factNames, formerFacts, subjects } from '../vocabulary.ts';
import {
  type CelNode,
  celChildren,
  celLiteral,
  nodeOffset,
  type Parsed,
  selectedName,
} from './ast.ts';
import type { GuardProblem } from './problem.ts';

/** Limits on the cost of a guard, checked beforehand, since it is evaluated for every drift. */
const maxNodes = 400;
const maxElements = 200;
const deepestLoop = 1;

/**
 * The first part that cannot be right: an unknown fact, a comparison with a value that the fact
 * cannot have, a result that is not a boolean, or more work than a guard may do.
 */
export function checkGuard(parsed: Parsed): GuardProblem | undefined {
  const counter = { nodes: 0 };
  return (
    walk(parsed, parsed.expr, new Set(), 0, counter) ??
    (isTruth(parsed.expr)
      ? undefined
      : { message: 'A guard has to be true or false', offset: nodeOffset(parsed, parsed.expr) })
  );
}

function walk(
  parsed: Parsed,
  node: CelNode,
  bound: ReadonlySet<string>,
  loops: number,
  counter: { nodes: number },
): GuardProblem | undefined {
  const offset = nodeOffset(parsed, node);
  counter.nodes += 1;
  if (counter.nodes > maxNodes) return { message: 'The guard is too long', offset };
  const name = selectedName(node);
  const { case: kind, value } = node.exprKind;
  if (name !== undefined && !bound.has(name.split('.')[0] ?? '')) {
    if (kind !== 'identExpr') return factProblem(name, offset);
    return factKind(name) === undefined ? nameProblem(name, offset) : undefined;
  }
  if (kind === 'listExpr' && value.elements.length > maxElements) {
    return { message: `A list may have ${maxElements} members`, offset };
  }
  if (kind === 'comprehensionExpr') {
    if (loops >= deepestLoop) return { message: 'Loops may not be nested', offset };
    const inner = new Set([...bound, value.iterVar, value.iterVar2, value.accuVar]);
    return first(celChildren(node), (child) => walk(parsed, child, inner, loops + 1, counter));
  }
  return (
    first(celChildren(node), (child) => walk(parsed, child, bound, loops, counter)) ??
    comparisonProblem(parsed, node)
  );
}

/** The names with which facts begin. */
const heads = [...new Set(factNames.map((name) => name.split('.')[0] ?? ''))].sort();

function factProblem(name: string, offset: number): GuardProblem | undefined {
  if (factKind(name) !== undefined) return undefined;
  const guess = formerFacts.get(name) ?? nearestName(name, factNames);
  const hint = guess === undefined ? '' : `; did you mean ${guess}?`;
  return { message: `There is no fact ${name}${hint}`, offset };
}

function nameProblem(name: string, offset: number): GuardProblem {
  const message = subjects.includes(name)
    ? `${name} is not a value; ask for one of its facts, such as ${factNames.find((fact) => fact.startsWith(`${name}.`))}`
    : `There is no ${name}; guards know ${heads.join(', ')}`;
  return { message, offset };
}

const comparisons = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_']);

function comparisonProblem(parsed: Parsed, node: CelNode): GuardProblem | undefined {
  if (node.exprKind.case !== 'callExpr') return undefined;
  const { function: name, args } = node.exprKind.value;
  const [left, right] = args;
  if (left === undefined || right === undefined) return undefined;
  if (comparisons.has(name)) {
    return valueProblem(parsed, left, right) ?? valueProblem(parsed, right, left);
  }
  if (name !== '@in' || right.exprKind.case !== 'listExpr') return undefined;
  return first(right.exprKind.value.elements, (element) => valueProblem(parsed, left, element));
}

/** Finds a fact that is compared with a literal it can never equal. */
function valueProblem(parsed: Parsed, fact: CelNode, other: CelNode): GuardProblem | undefined {
  const name = selectedName(fact);
  const kind = name === undefined ? undefined : factKind(name);
  const literal = celLiteral(other);
  if (kind === undefined || literal === undefined) return undefined;
  const offset = nodeOffset(parsed, other);
  if (kind.type === 'value') return undefined;
  const expected = { flag: 'boolean', number: 'number', text: 'string', list: 'list' }[kind.type];
  if (typeof literal !== expected) {
    return { message: `${name} is a ${kind.type}, and never ${JSON.stringify(literal)}`, offset };
  }
  if (kind.type !== 'text' || kind.values === undefined || typeof literal !== 'string') return;
  if (kind.values.includes(literal)) return undefined;
  const guess = nearestName(literal, kind.values);
  const all = kind.values.join(', ');
  const hint = guess === undefined ? `it is one of ${all}` : `did you mean ${guess}?`;
  return { message: `${name} is never ${JSON.stringify(literal)}; ${hint}`, offset };
}

const truths = new Set([
  ...comparisons,
  '_&&_',
  '_||_',
  '!_',
  '@in',
  'contains',
  'endsWith',
  'matches',
  'startsWith',
]);

/** True if the result is a boolean, as far as the form of the node shows. */
function isTruth(node: CelNode): boolean {
  const { case: kind, value } = node.exprKind;
  switch (kind) {
    case 'constExpr':
      return typeof celLiteral(node) === 'boolean';
    case 'identExpr':
      return factKind(value.name)?.type === 'flag';
    case 'selectExpr':
      return value.testOnly || factKind(selectedName(node) ?? '')?.type === 'flag';
    case 'callExpr': {
      if (value.function === '_?_:_') return value.args.slice(1).every(isTruth);
      if (!['_&&_', '_||_', '!_'].includes(value.function)) return truths.has(value.function);
      return value.args.every(isTruth);
    }
    case 'comprehensionExpr':
      return true;
    default:
      return false;
  }
}

function first<T>(
  nodes: readonly T[],
  find: (node: T) => GuardProblem | undefined,
): GuardProblem | undefined {
  for (const node of nodes) {
    const problem = find(node);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The word that was probably meant: the closest one, if it is close enough. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const max = Math.max(2, Math.floor(name.length / 4));
  const ranked = names
    .map((other) => ({ other, edits: distance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits || compareText(a.other, b.other));
  const [best] = ranked;
  return best !== undefined && best.edits <= max ? best.other : undefined;
}

/**
 * The number of insertions, deletions and replacements between two words (Levenshtein distance).
 */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
