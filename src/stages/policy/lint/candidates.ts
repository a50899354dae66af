import { day, hour } from '../../../model/instant.ts';
import type { Json } from '../../../model/json.ts';
import { type CelNode, celChildren, celLiteral } from '../cel/ast.ts';
import { factKind } from '../vocabulary.ts';
import { type Atom, literalsIn } from './condition.ts';
import { actorClassValues } from './domains.ts';
import { textsOfPattern } from './pattern.ts';

/** With more values of one fact than this, the search would take too long. */
const maxValues = 400;
const longestText = 200;

/**
 * Values of a fact for which the parts of guards that read it may hold, built from the texts,
 * patterns, numbers and sizes in those parts. They are only tried, and prove nothing.
 */
export function candidatesFor(fact: string, atoms: readonly Atom[]): readonly (Json | undefined)[] {
  const nodes = nodesAbout(fact, atoms);
  const literals = [...new Set(nodes.flatMap(literalsIn))];
  const plain = actorClassValues(fact, literals);
  const more = [...moreValues(fact, nodes, literals), ...addressesFor(fact, nodes, atoms)];
  const all = new Map([...plain, ...more].map((value) => [JSON.stringify(value), value]));
  return [...all.values()].slice(0, maxValues);
}

function nodesAbout(fact: string, atoms: readonly Atom[]): readonly CelNode[] {
  return atoms.filter(({ facts }) => facts.some((name) => name === fact)).map(({ node }) => node);
}

/** Addresses that contain a resource type, since the two facts depend on each other. */
function addressesFor(
  fact: string,
  nodes: readonly CelNode[],
  atoms: readonly Atom[],
): readonly string[] {
  if (fact !== 'change.address') return [];
  const types = candidatesFor('change.type', atoms).filter((one) => typeof one === 'string');
  const own = ['', ...texts(nodes, [])];
  return types
    .slice(0, 12)
    .flatMap((type) => own.slice(0, 12).map((text) => addressOf(text, type)));
}

function addressOf(text: string, type: string): string {
  if (!text.startsWith('module.'))
    return text.startsWith(`${type}.`) ? text : `${type}.${text || 'x'}`;
  if (text.includes(`.${type}.`)) return text;
  return `${text}${text.endsWith('.') ? '' : '.'}${type}.x`;
}

function moreValues(
  fact: string,
  nodes: readonly CelNode[],
  literals: readonly (string | number)[],
): readonly Json[] {
  const kind = factKind(fact);
  if (fact === 'context.now') return times(literals);
  switch (kind?.type) {
    case 'text':
      return kind.values === undefined ? texts(nodes, literals) : [];
    case 'list':
      return lists(texts(nodes, literals), literals);
    case 'value': {
      const strings = texts(nodes, literals);
      return [...numbers(literals), true, false, ...strings, ...lists(strings, literals), {}];
    }
    default:
      return [];
  }
}

/**
 * Texts that start with, end with, contain, match or equal the texts in the guards, or have the
 * lengths in them.
 */
function texts(
  nodes: readonly CelNode[],
  literals: readonly (string | number)[],
): readonly string[] {
  const heads = argumentsOf(nodes, 'startsWith');
  const middles = argumentsOf(nodes, 'contains');
  const tails = argumentsOf(nodes, 'endsWith');
  const matched = argumentsOf(nodes, 'matches').flatMap(textsOfPattern);
  const strings = literals.filter((one) => typeof one === 'string');
  const between = ['', ...middles, ...matched, middles.join('')];
  const made = ['', ...heads].flatMap((head) =>
    between.flatMap((middle) => ['', ...tails].map((tail) => `${head}${middle}${tail}`)),
  );
  const beside = strings.flatMap((text) => [`${text}x`, `x${text}`, text.toUpperCase()]);
  const long = sizes(literals).map((size) => 'x'.repeat(size));
  return [...new Set([...strings, ...matched, ...made, ...beside, ...long])];
}

/** Literal arguments of a method. */
function argumentsOf(nodes: readonly CelNode[], method: string): readonly string[] {
  const found = nodes.flatMap((node): readonly string[] => {
    const below = argumentsOf(celChildren(node), method);
    if (node.exprKind.case !== 'callExpr' || node.exprKind.value.function !== method) return below;
    const texts = node.exprKind.value.args.map(celLiteral).filter((one) => typeof one === 'string');
    return [...texts, ...below];
  });
  return [...new Set(found)];
}

/** Whole numbers around those in a guard, as far as they are possible lengths. */
function sizes(literals: readonly (string | number)[]): readonly number[] {
  return [...new Set(numbers(literals).map(Math.floor))].filter(
    (size) => size >= 0 && size <= longestText,
  );
}

/** The numbers in a guard, and numbers next to and between them. */
function numbers(literals: readonly (string | number)[]): readonly number[] {
  const limits = [...new Set([0, ...literals.filter((one) => typeof one === 'number')])].sort(
    (a, b) => a - b,
  );
  return limits.flatMap((limit, index) => {
    const next = limits[index + 1] ?? limit + 2;
    return [limit - 1, limit, (limit + next) / 2, limit + 1];
  });
}

/** Lists with no, one or all members, and with as many as a guard asks for. */
function lists(
  strings: readonly string[],
  literals: readonly (string | number)[],
): readonly Json[] {
  const members = strings.filter((text) => text !== '');
  const filled = sizes(literals).map((size) =>
    Array.from({ length: size }, (_, at) => members[at] ?? `x${at}`),
  );
  const few = members.slice(0, 8);
  const pairs = few.flatMap((a, at) => few.slice(at + 1).map((b) => [a, b]));
  return [[], ['x'], ...members.map((text) => [text]), ...pairs, ...filled, members];
}

/** Each hour of a week, each month, each day of a month, and times just around those in a guard. */
function times(literals: readonly (string | number)[]): readonly string[] {
  const start = Date.UTC(2026, 2, 9);
  const written = literals
    .map((one) => (typeof one === 'string' ? Date.parse(one) : Number.NaN))
    .filter((time) => !Number.isNaN(time));
  const beside = written.flatMap((time) => [
    time - day,
    time - 1000,
    time,
    time + 1000,
    time + day,
  ]);
  const hours = Array.from({ length: 7 * 24 }, (_, index) => start + index * hour);
  const days = Array.from({ length: 31 }, (_, index) => Date.UTC(2026, 0, 1 + index, 12));
  const months = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 15, 12));
  const minutes = Array.from({ length: 60 }, (_, index) => start + 10 * hour + index * 60_000);
  return [...beside, ...hours, ...days, ...months, ...minutes].flatMap(timeText);
}

function timeText(time: number): readonly string[] {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? [] : [date.toISOString().replace('.000Z', 'Z')];
}
