import { listInsert, listRemove } from '../../hcl/edit/list.ts';
import type { HclInput } from '../../hcl/edit/types.ts';
import type { Call, Tuple } from '../../hcl/syntax/ast.ts';
import { canonicalJson, isJsonArray, type Json } from '../../model/json.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { type Context, evaluated } from './context.ts';
import { entryKind, follow } from './follow.ts';

/** A member that should join or leave the list or set that an expression yields. */
export interface Membership {
  readonly action: 'add' | 'remove';
  readonly element: Json;
  /** How the element is written: a reference where the code has one for it. */
  readonly input: HclInput;
}

/** Functions that put lists together: a member may come from any of the arguments. */
const joining = new Set(['concat', 'setunion']);

/** Every list literal that could be edited so that the member joins or leaves, deepest first. */
export function* memberSites(context: Context, membership: Membership): Generator<Site> {
  const { expr, rest } = context;
  if (expr.kind === 'tuple' && rest.length === 0) {
    yield* tupleSites(context, expr, membership);
    return;
  }
  if (expr.kind === 'call' && rest.length === 0 && joining.has(expr.name) && !expr.expandLast) {
    yield* operandSites(context, expr, membership);
    return;
  }
  for (const next of follow(context)) yield* memberSites(next, membership);
}

function* tupleSites(context: Context, tuple: Tuple, membership: Membership): Generator<Site> {
  const { file } = context.scope;
  if (membership.action === 'add') {
    yield siteIn(file, tuple.start, listKind(context), context.label, () =>
      listInsert(file.hcl, tuple, membership.input),
    );
  } else {
    const index = tuple.items.findIndex((item) => isMember(evaluated(context, item), membership));
    const item = tuple.items[index];
    if (item !== undefined) {
      yield siteIn(file, item.start, listKind(context), `${context.label}[${index}]`, () =>
        listRemove(file.hcl, tuple, index),
      );
    }
  }
  // A list of lists that is flattened, or of references to lists, may hold it further down.
  for (const item of tuple.items) {
    const value = evaluated(context, item);
    if (!isJsonArray(value)) continue;
    if (membership.action === 'remove' && !value.some((each) => isMember(each, membership)))
      continue;
    yield* memberSites({ ...context, expr: item }, membership);
  }
}

/** The operand that has the member; for a new one a literal list comes before a reference. */
function* operandSites(context: Context, call: Call, membership: Membership): Generator<Site> {
  const operands =
    membership.action === 'add'
      ? [
          ...call.args.filter((arg) => arg.kind === 'tuple').reverse(),
          ...call.args.filter((arg) => arg.kind !== 'tuple').reverse(),
        ]
      : call.args.filter((arg) => {
          const value = evaluated(context, arg);
          return isJsonArray(value) && value.some((each) => isMember(each, membership));
        });
  for (const expr of operands) yield* memberSites({ ...context, expr }, membership);
}

function isMember(value: Json | undefined, { element }: Membership): boolean {
  return value !== undefined && canonicalJson(value) === canonicalJson(element);
}

function listKind(context: Context): Context['kind'] {
  const kind = entryKind(context);
  return kind === 'map entry' ? 'list element' : kind;
}
