import { actorClasses } from '../../model/actor.ts';
import { coverages } from '../../model/coverage.ts';
import { harmDimensions } from '../../model/harm.ts';
import { purposes } from '../../model/intent.ts';
import { own } from '../../model/json.ts';
import type { FactName } from '../arbitration/facts.ts';

/** The types of facts, with their possible values. */
export type FactKind =
  | { readonly type: 'flag' }
  | { readonly type: 'number' }
  /** Texts, whose order has no meaning. */
  | { readonly type: 'list' }
  /** Any value of any type. */
  | { readonly type: 'value' }
  /** `values`: all possible values; undefined if any text is possible. */
  | { readonly type: 'text'; readonly values?: readonly string[] };

const flag: FactKind = { type: 'flag' };
const number: FactKind = { type: 'number' };
const list: FactKind = { type: 'list' };
const value: FactKind = { type: 'value' };
const text: FactKind = { type: 'text' };
const oneOf = (...values: readonly string[]): FactKind => ({ type: 'text', values });

/** Every fact by name. Guards are checked against this before they are evaluated. */
export const vocabulary = {
  'actor.class': oneOf(...actorClasses),
  'actor.name': text,
  'actor.principal': text,
  'actor.trusted': flag,
  'actor.recorded': flag,
  'actor.root': flag,
  'actor.deployer': flag,
  'intent.purpose': oneOf(...purposes),
  'intent.confidence': number,
  'intent.ticket': text,
  'intent.announced': flag,
  'intent.expired': flag,
  'change.address': text,
  'change.type': text,
  'change.field': text,
  'change.kind': oneOf('create', 'delete', 'modify', 'remove'),
  'change.old': value,
  'change.new': value,
  'change.ports': list,
  'change.sources': list,
  'change.principals': list,
  'change.grants_added': list,
  'change.grants_removed': list,
  'change.part': flag,
  'change.known': flag,
  'change.same': flag,
  'change.scaled': flag,
  'change.direction': oneOf('raise', 'lower'),
  'change.zero': flag,
  'change.bounds': oneOf('inside', 'outside'),
  'change.floor': oneOf('above', 'below'),
  'change.undeclared': flag,
  'change.unapplied': flag,
  'change.stale': flag,
  'change.owner': oneOf('self', 'other', 'nobody'),
  'change.version': flag,
  'change.contention': flag,
  'change.coverage': oneOf(...coverages),
  'change.confirmed': flag,
  'harm.severity': number,
  'harm.dimension': oneOf(...harmDimensions),
  'harm.direction': oneOf('weakens', 'strengthens', 'unclear', 'none'),
  'harm.possible': number,
  'harm.strengthens': number,
  'harm.security': number,
  'harm.durability': number,
  'harm.availability': number,
  'harm.routing': number,
  'harm.observability': number,
  'harm.cost': number,
  'harm.governance': number,
  'cost.factor': number,
  'cost.direction': oneOf('higher', 'lower'),
  'cost.monthly_change': number,
  'cost.currency': text,
  approved: flag,
  'approval.by': text,
  'approval.role': text,
  'approval.ticket': text,
  'approval.carries': number,
  'approval.gap': text,
  'context.now': text,
  'context.environment': text,
  'context.production': flag,
  'context.incident': oneOf('none', 'open', 'over'),
  'context.maintenance': flag,
  'context.freeze': flag,
} as const satisfies Record<FactName, FactKind>;

/** The type of a fact; undefined for names that are not facts. */
export function factKind(name: string): FactKind | undefined {
  return own<FactKind>(vocabulary, name);
}

export const factNames: readonly FactName[] = (Object.keys(vocabulary) as FactName[]).sort();

/** The present names of renamed facts, by the former ones. */
export const formerFacts: ReadonlyMap<string, FactName> = new Map([
  ['change.depth', 'change.coverage'],
  ['change.fight', 'change.contention'],
]);

/** The prefixes of fact names that contain a dot: `actor`, `change`, `context`, `intent`, ... */
export const subjects: readonly string[] = [
  ...new Set(factNames.flatMap((name) => (name.includes('.') ? (name.split('.')[0] ?? []) : []))),
];
