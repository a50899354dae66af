import { quote } from '../../hcl/edit/render.ts';
import type { HeredocTemplate, QuotedTemplate, TemplatePart } from '../../hcl/syntax/ast.ts';
import { decodeQuoted } from '../../hcl/syntax/strings.ts';
import type { Json } from '../../model/json.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { type Context, evaluated } from './context.ts';
import { reconcileSite, replaceSite } from './literal.ts';

/** Looks for sites deeper in an expression. */
export type Deeper = (context: Context, want: Json) => Iterable<Site>;

/**
 * A string with interpolations keeps them when one part alone accounts for the new value: the
 * text between them is edited, or the one interpolation followed.
 */
export function* templateSites(
  context: Context,
  expr: QuotedTemplate | HeredocTemplate,
  want: Json,
  deeper: Deeper,
): Generator<Site> {
  if (context.rest.length > 0) return;
  if (expr.parts.every((part) => part.kind === 'text')) {
    yield reconcileSite(context, want);
    return;
  }
  if (expr.kind === 'quoted' && typeof want === 'string') {
    yield* partSites(context, expr.parts, want, deeper);
  }
  yield* replaceSite(context, want);
}

function* partSites(
  context: Context,
  parts: readonly TemplatePart[],
  want: string,
  deeper: Deeper,
): Generator<Site> {
  const texts = parts.map((part) => textOf(context, part));
  for (const [index, part] of parts.entries()) {
    const replacement = onlyChange(texts, index, want);
    if (replacement === undefined) continue;
    if (part.kind === 'text') yield textSite(context, part, replacement);
    if (part.kind === 'interpolation') {
      yield* deeper({ ...context, expr: part.value }, replacement);
    }
  }
}

/** What part `index` must say so that the whole says `want` and the other parts stay. */
function onlyChange(
  texts: readonly (string | undefined)[],
  index: number,
  want: string,
): string | undefined {
  const others = texts.filter((_, other) => other !== index);
  if (others.includes(undefined)) return undefined;
  const before = texts.slice(0, index).join('');
  const after = texts.slice(index + 1).join('');
  if (want.length < before.length + after.length) return undefined;
  if (!want.startsWith(before) || !want.endsWith(after)) return undefined;
  const replacement = want.slice(before.length, want.length - after.length);
  return replacement === texts[index] ? undefined : replacement;
}

function textOf(context: Context, part: TemplatePart): string | undefined {
  if (part.kind === 'directive') return undefined;
  if (part.kind === 'text') {
    return decodeQuoted(context.scope.file.text.slice(part.start, part.end));
  }
  const value = evaluated(context, part.value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function textSite(context: Context, part: TemplatePart, replacement: string): Site {
  const text = quote(replacement).slice(1, -1);
  const edit = { offset: part.start, length: part.end - part.start, text };
  return siteIn(context.scope.file, part.start, context.kind, context.label, () => ({
    ok: true,
    edits: [edit],
  }));
}
