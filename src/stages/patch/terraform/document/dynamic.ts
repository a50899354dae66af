import type { Block, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { attributeIn } from '../../../../code/hcl/syntax/walk.ts';
import type { BlockOccurrence } from '../../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { listArguments } from '../../../../code/terraform/policy-document/types.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../../../model/json.ts';
import { mentions } from '../dynamic/assign.ts';
import { evaluated, type TraceContext, traceStart } from '../trace/context.ts';
import { additionFor } from '../trace/loop.ts';
import { memberSites } from '../trace/member.ts';
import { literalMembership } from '../trace/member-search.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { escapedVariables, principalBlocks } from './statement-block.ts';

/**
 * Adds an entry to the collection of a dynamic block, so that the block also generates the
 * statement.
 */
export function* dynamicSites(
  evaluation: Evaluation,
  occurrence: BlockOccurrence,
  statement: JsonObject,
  label: string,
): Generator<Site> {
  const { dynamic, scope, content } = occurrence;
  if (dynamic === undefined) return;
  const { expr } = dynamic.collection;
  const inside = traceStart(evaluation, expr, scope, label, 'collection entry');
  const wishes = wishesOf(inside, content, statement).filter((wish) =>
    mentions(wish.expr, dynamic.iterator),
  );
  // A dynamic block is solved like a loop whose iterator is already bound.
  const { start, end } = expr;
  const loop = {
    kind: 'for-tuple',
    valueName: '?',
    collection: expr,
    value: expr,
    start,
    end,
  } as const;
  const addition = wishes.length === 0 ? undefined : additionFor(inside, loop, wishes);
  if (addition === undefined) return;
  const { key, item } = addition;
  const collection: TraceContext = { ...inside, scope: dynamic.scope };
  if (key !== undefined) yield* valueSites({ ...collection, rest: [key] }, item);
  else {
    yield* memberSites(collection, literalMembership('add', item));
  }
}

interface Wish {
  readonly expr: Expression;
  readonly want: Json;
}

/** The values that the arguments of the block would need. */
function wishesOf(context: TraceContext, content: Block, statement: JsonObject): readonly Wish[] {
  return content.body.items.flatMap((item): readonly Wish[] => {
    if (item.kind === 'attribute') return wish(item.value, wantedOf(item.name, statement));
    return item.kind === 'block' ? nestedWishes(context, item, statement) : [];
  });
}

function wish(expr: Expression, want: Json | undefined): readonly Wish[] {
  if (want === undefined) return [];
  if (expr.kind !== 'tuple' || !isJsonArray(want)) return [{ expr, want }];
  if (expr.items.length !== want.length) return [{ expr, want }];
  return expr.items.map((item, index) => ({ expr: item, want: want[index] ?? null }));
}

function wantedOf(argument: string, statement: JsonObject): Json | undefined {
  const list = [...listArguments].find(([, name]) => name === argument)?.[0];
  if (list !== undefined) return textsOf(own(statement, list));
  if (argument === 'sid') return own(statement, 'Sid');
  return argument === 'effect' ? own(statement, 'Effect') : undefined;
}

function nestedWishes(context: TraceContext, block: Block, statement: JsonObject): readonly Wish[] {
  const element = [...principalBlocks].find(([, name]) => name === block.type)?.[0];
  const path =
    element !== undefined
      ? [element, textAttribute(context, block, 'type')]
      : [
          'Condition',
          textAttribute(context, block, 'test'),
          textAttribute(context, block, 'variable'),
        ];
  let value: Json | undefined = statement;
  for (const step of path) {
    value = isJsonObject(value) && step !== undefined ? own(value, step) : undefined;
  }
  const texts = block.body.items.find(
    (item) => item.kind === 'attribute' && ['identifiers', 'values'].includes(item.name),
  );
  return texts?.kind === 'attribute' ? wish(texts.value, textsOf(value)) : [];
}

function textAttribute(context: TraceContext, block: Block, name: string): string | undefined {
  const attribute = attributeIn(block, name);
  const value = attribute && evaluated(context, attribute.value);
  return typeof value === 'string' ? value : undefined;
}

function textsOf(value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  return (isJsonArray(value) ? value : [value]).map((text) => escapedVariables(String(text)));
}
