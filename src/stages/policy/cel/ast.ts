import type { parse } from '@bufbuild/cel';

/** A node of a parsed guard, as defined by the CEL specification (`cel.expr.Expr`). */
export type CelNode = ReturnType<typeof parse>['expr'];
export type Parsed = ReturnType<typeof parse>;

/** The direct children of a node, in the order in which they are written. */
export function celChildren({ exprKind: { case: kind, value } }: CelNode): readonly CelNode[] {
  switch (kind) {
    case 'selectExpr':
      return defined([value.operand]);
    case 'callExpr':
      return defined([value.target, ...value.args]);
    case 'listExpr':
      return value.elements;
    case 'structExpr':
      return defined(
        value.entries.flatMap(({ keyKind, value: entry }) => [
          keyKind.case === 'mapKey' ? keyKind.value : undefined,
          entry,
        ]),
      );
    case 'comprehensionExpr':
      return defined([
        value.iterRange,
        value.accuInit,
        value.loopCondition,
        value.loopStep,
        value.result,
      ]);
    default:
      return [];
  }
}

/**
 * `actor.class` for a member selected from a name, `approved` for a name; undefined for anything
 * else.
 */
export function selectedName({ exprKind: { case: kind, value } }: CelNode): string | undefined {
  if (kind === 'identExpr') return value.name;
  if (kind !== 'selectExpr') return undefined;
  const operand = value.operand?.exprKind;
  return operand?.case === 'identExpr' ? `${operand.value.name}.${value.field}` : undefined;
}

/** The text, number or boolean literal of a node; undefined for anything else. */
export function celLiteral(node: CelNode | undefined): string | number | boolean | undefined {
  if (node?.exprKind.case !== 'constExpr') return undefined;
  const { case: kind, value } = node.exprKind.value.constantKind;
  switch (kind) {
    case 'stringValue':
    case 'boolValue':
    case 'doubleValue':
      return value;
    case 'int64Value':
    case 'uint64Value':
      return Number(value);
    default:
      return undefined;
  }
}

/** The offset at which a node begins. CEL itself places a selection at its dot. */
export function nodeOffset(parsed: Parsed, { id, exprKind }: CelNode): number {
  const { case: kind, value } = exprKind;
  if (kind === 'selectExpr' && value.operand !== undefined)
    return nodeOffset(parsed, value.operand);
  return parsed.sourceInfo?.positions[`${id}`] ?? 0;
}

function defined(nodes: readonly (CelNode | undefined)[]): readonly CelNode[] {
  return nodes.filter((node) => node !== undefined);
}
