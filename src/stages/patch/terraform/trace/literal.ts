import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import { reconcileValue } from '../../../../code/hcl/edit/reconcile.ts';
import { quoteHcl, renderHclValue } from '../../../../code/hcl/edit/render.ts';
import type { HclInput } from '../../../../code/hcl/edit/types.ts';
import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import { parsedDocument } from '../../../../model/parsed-json.ts';
import { expressionSite, siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { evaluated, type TraceContext } from './context.ts';

/** Changes as little as possible in a literal list, map or document to get the wanted value. */
export function reconcileSite(context: TraceContext, want: Json): Site {
  const { scope, expr, kind, label, rest, unordered } = context;
  const isSet = unordered === true && rest.length === 0;
  return siteIn(scope.file, expr.start, kind, label, () =>
    reconcileValue(scope.file.hcl, expr, want, {
      evaluateOf: (inner: Expression) => evaluated(context, inner),
      unordered: isSet,
    }),
  );
}

/** Replaces a non-literal expression by a literal, which loses the reference. */
export function* replaceSite(context: TraceContext, want: Json): Generator<Site> {
  const { scope, expr, label, rest, interpolation } = context;
  const { file } = scope;
  if (rest.length > 0 || isCondition(context)) return;
  if (interpolation?.part.value === expr && typeof want === 'string') {
    const { part, template } = interpolation;
    if (template.kind === 'heredoc') {
      const written = want.replace(/[$%](?=\{)/g, '$&$&');
      const edit = { offset: part.start, length: part.end - part.start, text: written };
      const site = siteIn(file, part.start, 'literal at the use', label, () => ({
        ok: true,
        edits: [edit],
      }));
      yield { ...site, isPlain: true };
      return;
    }
    const before = file.text.slice(template.start, part.start);
    const text = before + quoteHcl(want).slice(1, -1) + file.text.slice(part.end, template.end);
    const site = siteIn(file, part.start, 'literal at the use', label, () =>
      setExpression(file.hcl, template, { kind: 'raw', text }),
    );
    yield { ...site, isPlain: true };
    return;
  }
  for (const input of literalsFor(want)) {
    const site = expressionSite(file, expr, 'literal at the use', label, input);
    yield { ...site, isPlain: true };
  }
}

/** True for a condition and everything inside it. */
function isCondition({ condition, expr, scope }: TraceContext): boolean {
  if (condition === undefined || condition.file !== scope.file) return false;
  return expr.start >= condition.expr.start && expr.end <= condition.expr.end;
}

/** A JSON document is easier to read as the value that it encodes; its layout has no meaning. */
function literalsFor(want: Json): readonly HclInput[] {
  const document = typeof want === 'string' ? parsedDocument(want) : undefined;
  const plain: HclInput = { kind: 'json', value: want };
  if (document === undefined) return [plain];
  return [{ kind: 'raw', text: `jsonencode(${renderHclValue(document)})` }, plain];
}
