import type { Alternative, HarmCondition, RulePredicate } from './rule.ts';

const steps = /^(lower|higher)(?: \((-?\d+)=unlimited\))?$/;
const orders = /^(weaker|stronger)-in (\S+)$/;
const elements = /^(element-added|element-removed)(?: matches (\S+))?$/;
const lists = /^in \((.+)\)$/;

/**
 * Parses the predicate of a fact, e.g. `= false or removed when type = ingress`. Throws on any
 * other text.
 */
export function parsePredicate(text: string): RulePredicate {
  const [body = '', guard] = text.split(' when ', 2);
  return {
    alternatives: body.split(' or ').map(parseAlternative),
    when: guard === undefined ? [] : guard.split(' and ').map(parseCondition),
  };
}

/** The names of a path. `-` is the resource itself, and a final `[]` is ignored. */
export function parseNames(path: string): readonly string[] {
  return path === '-' ? [] : path.replace(/\[\]$/, '').split('.');
}

function parseAlternative(text: string): Alternative {
  switch (text) {
    case 'removed':
    case 'changed':
    case 'added':
    case 'created':
    case 'deleted':
    case 'wildcard-in-document':
    case 'deny-lost-in-document':
      return { kind: text };
  }
  return parseValues(text) ?? parseStep(text) ?? parseElement(text) ?? fail(text);
}

function parseValues(text: string): Alternative | undefined {
  const list = lists.exec(text)?.[1];
  if (list !== undefined) return { kind: 'is', values: list.split(', ') };
  if (text.startsWith('= ')) return { kind: 'is', values: [text.slice(2)] };
  if (text.startsWith('!= ')) return { kind: 'is-not', values: [text.slice(3)] };
  return text.startsWith('matches ') ? { kind: 'matches', set: text.slice(8) } : undefined;
}

function parseStep(text: string): Alternative | undefined {
  const [, worse, unlimited] = steps.exec(text) ?? [];
  if (worse === 'lower' || worse === 'higher') {
    return {
      kind: 'step',
      worse,
      ...(unlimited !== undefined && { unlimited: Number(unlimited) }),
    };
  }
  const [, side, order = ''] = orders.exec(text) ?? [];
  return side === 'weaker' || side === 'stronger'
    ? { kind: 'order', worse: side, order }
    : undefined;
}

function parseElement(text: string): Alternative | undefined {
  const [, kind, set] = elements.exec(text) ?? [];
  if (kind !== 'element-added' && kind !== 'element-removed') return undefined;
  return { kind, ...(set !== undefined && { set }) };
}

function parseCondition(text: string): HarmCondition {
  const [, path = '', operator, value = ''] = /^(\S+) (=|!=|in) (.+)$/.exec(text) ?? fail(text);
  const values = operator === 'in' ? value.slice(1, -1).split(', ') : [value];
  return { path: parseNames(path), negated: operator === '!=', values };
}

function fail(text: string): never {
  throw new Error(`"${text}" is not a harm predicate`);
}
