import { removeBlock } from '../../../code/hcl/edit/block.ts';
import { literalValue } from '../../../code/hcl/edit/literal.ts';
import type { Conditional, Expression } from '../../../code/hcl/syntax/ast.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { SourceExpression } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonArray } from '../../../model/json.ts';
import type { DeleteGoal } from '../types.ts';
import { switchedSites } from './delete-switch.ts';
import { findReference } from './references-to.ts';
import { bothSites, expressionSite, siteIn } from './site.ts';
import { evaluated, repetitionUse, type TraceContext } from './trace/context.ts';
import { entrySites } from './trace/entry.ts';
import { followTrace } from './trace/follow.ts';
import { memberSites } from './trace/member.ts';
import { literalMembership } from './trace/member-search.ts';
import { valueSites } from './trace/value.ts';
import type { Site } from './types.ts';

/** Addresses of the instances after this one, which would be renumbered without it. */
export function higherIndexes(
  evaluation: Evaluation,
  instance: ResourceInstance,
): readonly string[] {
  const { key, declaration, scope } = instance;
  if (typeof key !== 'number') return [];
  return evaluation
    .instancesOf(declaration)
    .filter(
      (other) =>
        typeof other.key === 'number' &&
        other.key > key &&
        other.scope.instance.address === scope.instance.address,
    )
    .map(({ address }) => address);
}

/**
 * Removes the last instance of a `count`: the counted list loses its last element, the switch is
 * turned off, or the number is lowered.
 */
export function* countSites(
  goal: DeleteGoal,
  evaluation: Evaluation,
  instance: ResourceInstance,
  index: number,
): Generator<Site> {
  const { declaration, scope } = instance;
  const { count, file, block } = declaration;
  if (count === undefined) return;
  const context = repetitionUse(evaluation, scope, count, `count of ${goal.address}`, 'literal');
  if (count.expr.kind === 'number' && index === 0) {
    yield siteIn(file, block.start, 'resource', goal.address, () => removeBlock(file.hcl, block));
  }
  const note =
    index === 0
      ? 'No instance is left.'
      : `${index === 1 ? '[0] keeps its index' : `[0] to [${index - 1}] keep their indexes`}.`;
  for (const site of smallerSites(context, index)) yield { ...site, note };
  const companions = index === 0 ? [] : dataWithSameCount(instance, index + 1);
  if (companions.length > 0) yield { ...togetherSite(context, companions, index), note };
}

/**
 * Data sources that are written out for as many instances as the resource has, and read each of
 * them: the document of each bucket.
 */
function dataWithSameCount(
  { declaration, scope }: ResourceInstance,
  number: number,
): readonly Companion[] {
  if (!isNumber(declaration.count, number)) return [];
  const { type: root, name } = declaration;
  return [...scope.instance.module.data.values()].flatMap((data) => {
    const { count, file, block } = data;
    if (count === undefined || !isNumber(count, number)) return [];
    const reads = findReference(file, block, { root, name, key: undefined }) !== undefined;
    return reads ? [{ count, label: `data.${data.type}.${data.name}` }] : [];
  });
}

interface Companion {
  readonly count: SourceExpression;
  readonly label: string;
}

function isNumber(source: SourceExpression | undefined, number: number): boolean {
  const { expr, file } = source ?? {};
  return expr?.kind === 'number' && literalValue(expr, file?.text ?? '') === number;
}

/** Lowers the numbers in one edit, since each alone would leave the other one failing. */
function togetherSite(
  { expr, scope, label }: TraceContext,
  companions: readonly Companion[],
  index: number,
): Site {
  const own = { count: { expr, file: scope.file }, label };
  const shown = [label, ...companions.map((each) => each.label)].join(' and ');
  return [own, ...companions]
    .map(({ count }) =>
      expressionSite(count.file, count.expr, 'literal', shown, { kind: 'json', value: index }),
    )
    .reduce(bothSites);
}

/** Ways to make the expression yield `want`, which is one less than now. */
function* smallerSites(context: TraceContext, want: number): Generator<Site> {
  const { expr } = context;
  if (expr.kind === 'conditional') {
    yield* switchSites(context, expr, want);
    return;
  }
  if (expr.kind === 'call' && expr.name === 'length') {
    const [counted] = expr.args;
    if (counted !== undefined) yield* lastElementSites({ ...context, expr: counted }, want);
    return;
  }
  if (isReference(expr) || expr.kind === 'parentheses') {
    const next = [...followTrace(context)];
    const [behind] = next;
    if (behind !== undefined && isComputed(behind.expr)) {
      for (const each of next) yield* smallerSites(each, want);
      return;
    }
  }
  if (expr.kind === 'number' || isReference(expr)) yield* valueSites(context, want);
}

function isReference(expr: Expression): boolean {
  return expr.kind === 'variable' || expr.kind === 'get' || expr.kind === 'index';
}

function isComputed(expr: Expression): boolean {
  return expr.kind === 'conditional' || expr.kind === 'call' || isReference(expr);
}

/** For `var.enabled ? 1 : 0`, the condition is changed so that the whole switch is off. */
function* switchSites(context: TraceContext, expr: Conditional, want: number): Generator<Site> {
  const condition = evaluated(context, expr.condition);
  if (typeof condition !== 'boolean') return;
  const [taken, other] = condition
    ? [expr.whenTrue, expr.whenFalse]
    : [expr.whenFalse, expr.whenTrue];
  if (evaluated(context, other) === want) {
    yield* switchedSites({ ...context, expr: expr.condition }, !condition);
  }
  if (want > 0) yield* smallerSites({ ...context, expr: taken }, want);
}

function* lastElementSites(counted: TraceContext, index: number): Generator<Site> {
  const list = evaluated(counted);
  if (!isJsonArray(list)) {
    // For a map, it is the last key in sorted order.
    const last = Object.keys(list ?? {}).sort()[index];
    if (last !== undefined) yield* entrySites({ ...counted, kind: 'collection entry' }, last);
    return;
  }
  const entry: TraceContext = { ...counted, kind: 'list element' };
  yield* entrySites(entry, index);
  const element = list[index];
  if (element === undefined) return;
  yield* memberSites(entry, literalMembership('remove', element));
}
