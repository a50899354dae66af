import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import { expressionSite } from '../site.ts';
import { evaluated, evaluatesTo, type TraceContext } from '../trace/context.ts';
import { isKnownEqual } from '../trace/known.ts';
import { isPlainSwitch } from '../trace/required.ts';
import type { Site } from '../types.ts';
import { bare, isLiteral } from './form.ts';

/**
 * Replaces a choice between literals by one value, for the case that all instances want the same.
 * A literal that no instance has is meant for other inputs, so such a choice stays.
 */
export function* plainSites(context: TraceContext, address: string, want: Json): Generator<Site> {
  const { evaluation, expr, kind, label, rest, scope } = context;
  const literals = literalsIn(expr);
  if (literals === undefined || literals.length < 2 || rest.length > 0) return;
  const declaration = evaluation.instance(address)?.declaration;
  if (declaration === undefined) return;
  const values = evaluation.instancesOf(declaration).map((instance) => {
    return evaluated({ ...context, scope: evaluation.inFile(instance.scope, scope.file) });
  });
  const areAllUsed = literals.every((literal) => {
    const value = evaluated(context, literal);
    return values.some((each) => isKnownEqual(each, value));
  });
  const at = bare(expr);
  // What says in the data which of the two an instance has is changed there.
  const isToggle = at.kind === 'conditional' && isPlainSwitch(at.condition);
  if (isToggle && literals.some((literal) => evaluatesTo(context, literal, want))) return;
  if (!areAllUsed || values.every((each) => isKnownEqual(each, values[0]))) return;
  yield expressionSite(scope.file, expr, kind, label, { kind: 'json', value: want });
}

/** The values between which an expression chooses; undefined if one of them is not a literal. */
function literalsIn(expr: Expression): readonly Expression[] | undefined {
  const at = bare(expr);
  if (isLiteral(at)) return [at];
  if (at.kind === 'conditional') return allLiterals([at.whenTrue, at.whenFalse]);
  if (at.kind !== 'call' || at.name !== 'lookup') return undefined;
  const [map, , fallback] = at.args;
  if (map?.kind !== 'object' || fallback === undefined) return undefined;
  return allLiterals([...map.items.map(({ value }) => value), fallback]);
}

function allLiterals(parts: readonly Expression[]): readonly Expression[] | undefined {
  const found = parts.map(literalsIn);
  return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
}
