import type { TemplateNode } from '../../../../code/hcl/eval/template-tree.ts';
import type { HeredocTemplate, QuotedTemplate } from '../../../../code/hcl/syntax/template-ast.ts';
import type { Json } from '../../../../model/json.ts';
import { conditionIn, evaluated, type RequiredValue, type TraceContext } from './context.ts';
import { type Segment, segmentTree, templateSegments, walkSegments } from './segment.ts';

/** The single interpolation, or the single `%{ if }`, whose change yields the new text. */
export function* templateRequired(
  context: TraceContext,
  expr: QuotedTemplate | HeredocTemplate,
  want: Json,
): Generator<RequiredValue> {
  const text = partText(want);
  if (text === undefined || context.rest.length > 0 || isPlain(expr)) return;
  const segments = templateSegments(context, expr);
  if (segments === undefined) return;
  const inner = { ...context, rest: [] };
  for (const [index, segment] of segments.entries()) {
    const replacement = segment.kind === 'value' ? onlyChange(segments, index, text) : undefined;
    if (segment.kind !== 'value' || replacement === undefined) continue;
    const { part, scope } = segment;
    const next = { ...inner, expr: part.value, scope };
    yield {
      context: { ...next, interpolation: { part, template: expr } },
      want: replacement,
    };
  }
  const tree = segmentTree(context, expr);
  for (const node of conditionsIn(tree)) {
    if (joined(walkSegments(context, tree, node)) !== text) continue;
    const taken = evaluated(context, node.condition);
    if (typeof taken === 'boolean') {
      yield { context: conditionIn(context, node.condition), want: !taken };
    }
  }
}

/** True for plain text, or for a single interpolation, which keeps the type of its value. */
function isPlain({ parts }: QuotedTemplate | HeredocTemplate): boolean {
  const [only] = parts;
  if (parts.every((part) => part.kind === 'text')) return true;
  return parts.length === 1 && only?.kind === 'interpolation';
}

/** The text of a scalar in a template; undefined for a value that cannot be in one. */
export function partText(want: Json): string | undefined {
  return want === null || typeof want === 'object' ? undefined : String(want);
}

function joined(segments: readonly Segment[] | undefined): string | undefined {
  return segments?.map(({ text }) => text).join('');
}

function conditionsIn(nodes: readonly TemplateNode[]): readonly IfNode[] {
  return nodes.flatMap((node) =>
    node.kind === 'if'
      ? [node, ...conditionsIn(node.whenTrue), ...conditionsIn(node.whenFalse)]
      : [],
  );
}

type IfNode = Extract<TemplateNode, { kind: 'if' }>;

/**
 * The text that segment `index` needs for the entire text to be `want`, with the others unchanged.
 */
function onlyChange(segments: readonly Segment[], index: number, want: string): string | undefined {
  const before = segments.slice(0, index).map(({ text }) => text);
  const after = segments.slice(index + 1).map(({ text }) => text);
  const replacement = textBetween(want, before.join(''), after.join(''));
  return replacement === segments[index]?.text ? undefined : replacement;
}

/** The text between the two; undefined if it does not start and end with them. */
export function textBetween(text: string, before: string, after: string): string | undefined {
  if (text.length < before.length + after.length) return undefined;
  if (!text.startsWith(before) || !text.endsWith(after)) return undefined;
  return text.slice(before.length, text.length - after.length);
}
