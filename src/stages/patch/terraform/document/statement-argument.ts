import { insertAttribute, removeAttribute } from '../../../../code/hcl/edit/attribute.ts';
import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import { renderHclValue } from '../../../../code/hcl/edit/render.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Attribute } from '../../../../code/hcl/syntax/ast.ts';
import { attributeIn } from '../../../../code/hcl/syntax/walk.ts';
import type { BlockOccurrence } from '../../../../code/terraform/config/location.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import { isInstance } from '../override/form.ts';
import { siteIn } from '../site.ts';
import { traceStart } from '../trace/context.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { type DocumentChange, memberList } from './change.ts';
import { escapedVariables, textsInput } from './statement-block.ts';
import { type StatementPlace, statementLabel, statementPlace } from './statement-place.ts';
import { textListSites } from './text-list.ts';
import { plainWrite } from './write.ts';

/** Changes or adds an argument of the statement. */
export function* argumentSites(
  place: StatementPlace,
  name: string,
  change: DocumentChange,
): Generator<Site> {
  const { occurrence, write } = place;
  const { file, content } = occurrence;
  const label = statementLabel(place, name);
  const attribute = attributeIn(content, name);
  if (attribute !== undefined) {
    yield* setSites(place, occurrence, attribute, label, change);
    yield* ownSites(place, name, change, attribute);
  } else if (change.kind === 'set') {
    yield* ownSites(place, name, change, undefined);
    for (const writer of [write, plainWrite]) {
      const isText = name === 'sid' || name === 'effect';
      const input = isText
        ? ({ kind: 'json', value: change.value } as const)
        : textsInput(change.value, writer);
      yield siteIn(file, content.start, 'new attribute', label, () =>
        insertAttribute(file.hcl, content.body, name, input, statementPlace(occurrence, name)),
      );
    }
  }
}

/**
 * Gives one of several statements from the same block a value of its own, next to that of the
 * others.
 */
function* ownSites(
  place: StatementPlace,
  name: string,
  change: DocumentChange,
  attribute: Attribute | undefined,
): Generator<Site> {
  const { evaluation, occurrence, write } = place;
  const { file, content, scope } = occurrence;
  const condition = conditionOf(occurrence);
  const expr = attribute?.value;
  const now = expr === undefined ? null : (valueToJson(evaluation.evaluate(expr, scope)) ?? null);
  const wanted =
    change.kind === 'set'
      ? change.value
      : change.kind === 'members'
        ? applyMembers(now, change)
        : undefined;
  if (condition === undefined || wanted === undefined) return;
  const isText = name === 'sid' || name === 'effect';
  const input = isText ? undefined : textsInput(wanted, write);
  const text = input?.kind === 'raw' ? input.text : renderHclValue(wanted);
  const fallback = name === 'effect' ? '"Allow"' : isText ? 'null' : '[]';
  const others = expr === undefined ? fallback : file.text.slice(expr.start, expr.end);
  const raw = { kind: 'raw', text: `${condition} ? ${text} : ${others}` } as const;
  const label = statementLabel(place, name);
  yield siteIn(file, expr?.start ?? content.start, 'instance override', label, () =>
    expr === undefined
      ? insertAttribute(file.hcl, content.body, name, raw, statementPlace(occurrence, name))
      : setExpression(file.hcl, expr, raw),
  );
}

function applyMembers(now: Json, change: Extract<DocumentChange, { kind: 'members' }>): Json {
  const escaped = {
    add: change.add.map(escapedVariables),
    remove: [...change.remove, ...change.remove.map(escapedVariables)],
  };
  const texts = (isJsonArray(now) ? now : [now]).map(String);
  return memberList(texts, String(change.path.at(-1)), escaped);
}

/** A condition that holds only for this one of the statements that its block generates. */
function conditionOf({ dynamic, scope }: BlockOccurrence): string | undefined {
  const key = dynamic === undefined ? undefined : valueToJson(dynamic.key);
  if (dynamic !== undefined && (typeof key === 'string' || typeof key === 'number')) {
    return `${dynamic.iterator}.key == ${renderHclValue(key)}`;
  }
  return dynamic === undefined && scope.repetition !== undefined
    ? isInstance(scope.repetition)
    : undefined;
}

/** Changes an existing argument. */
export function* setSites(
  { evaluation, write }: StatementPlace,
  { file, scope }: BlockOccurrence,
  attribute: Attribute,
  label: string,
  change: DocumentChange,
): Generator<Site> {
  const context = traceStart(evaluation, attribute.value, scope, label);
  switch (change.kind) {
    case 'members': {
      const add = change.add.map(escapedVariables);
      const escaped = change.remove.map(escapedVariables);
      const element = String(change.path.at(-1));
      yield* textListSites(context, { add, remove: escaped, element, write, depth: 0 });
      if (escaped.some((text, index) => text !== change.remove[index])) {
        yield* textListSites(context, { add, remove: change.remove, element, write, depth: 0 });
      }
      return;
    }
    case 'set':
      yield* valueSites(context, change.value);
      return;
    case 'drop':
      yield siteIn(file, attribute.start, 'literal', label, () =>
        removeAttribute(file.hcl, attribute),
      );
      yield* valueSites(context, null);
      return;
    default:
      return;
  }
}
