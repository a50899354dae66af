import { flushLines, trimAround } from '../../../../code/hcl/eval/heredoc.ts';
import {
  buildTree,
  type TemplateNode,
  type TemplateToken,
} from '../../../../code/hcl/eval/template-tree.ts';
import type { Span } from '../../../../code/hcl/syntax/ast.ts';
import { decodeHeredoc, decodeQuoted } from '../../../../code/hcl/syntax/strings.ts';
import type {
  HeredocTemplate,
  Interpolation,
  QuotedTemplate,
  TemplatePart,
} from '../../../../code/hcl/syntax/template-ast.ts';
import type { Binding } from '../../../../code/terraform/config/scope.ts';
import { evaluated, type TraceContext } from './context.ts';
import { forEntries } from './for.ts';

/** A part of the text that a template yields, with the part of the template that produced it. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly source: Span }
  | {
      readonly kind: 'value';
      readonly text: string;
      readonly part: Interpolation;
      readonly scope: TraceContext['scope'];
    };

type Source = TemplateToken & { readonly source?: Span };

/** The text of a template in segments; undefined if any part is unknown. */
export function templateSegments(
  context: TraceContext,
  expr: QuotedTemplate | HeredocTemplate,
): readonly Segment[] | undefined {
  return walkSegments(context, segmentTree(context, expr));
}

/** The template's nodes; texts include their span in the source. */
export function segmentTree(
  context: TraceContext,
  expr: QuotedTemplate | HeredocTemplate,
): readonly TemplateNode[] {
  const { text } = context.scope.file;
  const tokens = expr.parts.flatMap((part) =>
    expr.kind === 'quoted' ? quotedTokens(text, part) : heredocTokens(text, part),
  );
  const trimmed = trimAround(tokens);
  const shown = expr.kind === 'heredoc' && expr.flush ? flushLines(trimmed) : trimmed;
  return buildTree(shown.map((token, index) => ({ ...tokens[index], ...token })));
}

function quotedTokens(text: string, part: TemplatePart): readonly Source[] {
  if (part.kind !== 'text') return [part];
  const source = { start: part.start, end: part.end };
  return [{ kind: 'literal', text: decodeQuoted(text.slice(part.start, part.end)), source }];
}

function heredocTokens(text: string, part: TemplatePart): readonly Source[] {
  if (part.kind !== 'text') return [part];
  const lines = text.slice(part.start, part.end).matchAll(/[^\n]*\n|[^\n]+$/g);
  return [...lines].map(({ 0: line, index }) => {
    const start = part.start + index;
    const source = { start, end: start + line.length };
    return { kind: 'literal', text: decodeHeredoc(line), source };
  });
}

/** The segments that nodes yield; `turned` is an `if` that selects its other branch. */
export function walkSegments(
  context: TraceContext,
  nodes: readonly TemplateNode[],
  turned?: TemplateNode,
): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  for (const node of nodes) {
    const inner = segmentsIn(context, node, turned);
    if (inner === undefined) return undefined;
    segments.push(...inner);
  }
  return segments;
}

function segmentsIn(
  context: TraceContext,
  node: TemplateNode,
  turned: TemplateNode | undefined,
): readonly Segment[] | undefined {
  switch (node.kind) {
    case 'literal': {
      const { source } = node as Source;
      return source === undefined ? undefined : [{ kind: 'text', text: node.text, source }];
    }
    case 'interpolation': {
      const value = evaluated(context, node.value);
      if (value === null || value === undefined || typeof value === 'object') return undefined;
      const { scope } = context;
      return [{ kind: 'value', text: String(value), part: node, scope }];
    }
    case 'if': {
      const condition = evaluated(context, node.condition);
      if (typeof condition !== 'boolean') return undefined;
      const yes = node === turned ? !condition : condition;
      return walkSegments(context, yes ? node.whenTrue : node.whenFalse, turned);
    }
    case 'for':
      return iterationSegments(context, node, turned);
  }
}

function iterationSegments(
  context: TraceContext,
  node: Extract<TemplateNode, { kind: 'for' }>,
  turned: TemplateNode | undefined,
): readonly Segment[] | undefined {
  const { scope, evaluation } = context;
  const segments: Segment[] = [];
  for (const iteration of forEntries(evaluation.evaluate(node.collection, scope))) {
    const base = { ...iteration, collection: { file: scope.file, expr: node.collection }, scope };
    const bindings = new Map<string, Binding>([[node.valueName, { ...base, shape: 'value' }]]);
    if (node.keyName !== undefined) bindings.set(node.keyName, { ...base, shape: 'key' });
    const inner = walkSegments(
      { ...context, scope: evaluation.bind(scope, bindings) },
      node.body,
      turned,
    );
    if (inner === undefined) return undefined;
    segments.push(...inner);
  }
  return segments;
}
