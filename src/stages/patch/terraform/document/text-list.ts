import { listInsert } from '../../../../code/hcl/edit/list.ts';
import { reconcileValue } from '../../../../code/hcl/edit/reconcile.ts';
import { quoteHcl } from '../../../../code/hcl/edit/render.ts';
import type { Tuple } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import { textIdentity } from '../../../../model/policy-document.ts';
import { expressionSite, siteIn } from '../site.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { memberSites } from '../trace/member.ts';
import { literalMembership } from '../trace/member-search.ts';
import { requiredValuesOf } from '../trace/required.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { type MemberChange, memberList } from './change.ts';
import { iterationWrite } from './iteration-write.ts';
import { type DocumentWrite, plainWrite, writtenText } from './write.ts';

/** Texts to add to and remove from the value of an expression: one text, or a list of texts. */
export interface TextChange extends MemberChange {
  /** Name of the document's element, which determines how its texts compare. */
  readonly element: string;
  readonly write: DocumentWrite;
  /**
   * References followed up to the document. Following more of them leads to values that others may
   * share.
   */
  readonly depth: number;
}

/**
 * Ways to write a text: as a reference that the code has, literally, and so that it fits every
 * iteration of a loop.
 */
function waysIn({ scope }: TraceContext, { write }: TextChange): readonly DocumentWrite[] {
  const forAll = iterationWrite(scope);
  return [write, plainWrite, ...(forAll === undefined ? [] : [forAll])];
}

/** Places where the texts are written; a list's own definition comes before its use. */
export function* textListSites(context: TraceContext, change: TextChange): Generator<Site> {
  const { expr, rest } = context;
  if (rest.length > 0) {
    yield* deeper(context, change);
    return;
  }
  switch (expr.kind) {
    case 'tuple':
      yield* tupleSites(context, expr, change);
      return;
    case 'quoted':
      yield* loneSites(context, change);
      return;
    default:
      yield* singleSites(context, change);
      yield* deeper(context, change);
      yield* besideSites(context, change);
  }
}

function* deeper(context: TraceContext, change: TextChange): Generator<Site> {
  const now = evaluated(context);
  for (const { context: next } of requiredValuesOf(context, now ?? null)) {
    yield* textListSites({ ...next, common: false }, change);
  }
}

function* tupleSites(context: TraceContext, tuple: Tuple, change: TextChange): Generator<Site> {
  const { add, remove, element } = change;
  const { file } = context.scope;
  const label = context.label;
  const texts = tuple.items.map((item) => evaluated(context, item));
  const isFlat = texts.every((text) => typeof text !== 'object');
  if (!isFlat) {
    yield* singleSites(context, change);
    return;
  }
  if (remove.length === 0) {
    for (const write of waysIn(context, change)) {
      const inputs = add.map((text) => ({ kind: 'raw', text: writtenText(text, write) }) as const);
      yield siteIn(file, tuple.start, kindOf(context), label, () =>
        listInsert(file.hcl, tuple, inputs),
      );
    }
    return;
  }
  yield* exchangedSites(context, tuple, texts, change);
  const known = texts.map((text, index) => String(text ?? `unknown ${index}`));
  const wanted = memberList(known, element, change);
  yield siteIn(file, tuple.start, kindOf(context), label, () =>
    reconcileValue(file.hcl, tuple, wanted, {
      evaluateOf: (inner) => evaluated(context, inner) ?? known[tuple.items.indexOf(inner)],
    }),
  );
}

/**
 * Replaces one text by another, which a template or reference in its place may already be able to
 * express.
 */
function* exchangedSites(
  context: TraceContext,
  tuple: Tuple,
  texts: readonly (Json | undefined)[],
  { add, remove, element }: TextChange,
): Generator<Site> {
  const [come, ...others] = add;
  const [gone, ...further] = remove;
  if (come === undefined || gone === undefined || others.length + further.length > 0) return;
  const id = textIdentity(element, gone);
  const index = texts.findIndex((text) => textIdentity(element, String(text)) === id);
  const expr = tuple.items[index];
  if (
    expr === undefined ||
    (expr.kind === 'quoted' && expr.parts.every(({ kind }) => kind === 'text'))
  )
    return;
  yield* valueSites({ ...context, expr, label: `${context.label}[${index}]` }, come);
}

/** A single text: it is replaced by another text, or becomes the first of a list. */
function* loneSites(context: TraceContext, change: TextChange): Generator<Site> {
  const { expr, scope, label } = context;
  const { file } = scope;
  const now = evaluated(context);
  if (typeof now !== 'string') return;
  const [only, ...more] = memberList([now], change.element, change);
  if (only === undefined) return;
  if (more.length === 0) {
    const forAll = iterationWrite(scope);
    if (forAll !== undefined) {
      const text = writtenText(only, forAll);
      yield expressionSite(file, expr, kindOf(context), label, { kind: 'raw', text });
    }
    yield* valueSites(context, only);
    return;
  }
  // A shared text stays a text, and the list is written where the text is used.
  if (context.depth > change.depth) return;
  const own = file.text.slice(expr.start, expr.end);
  for (const write of waysIn(context, change)) {
    const first = only === now ? own : writtenText(only, write);
    const texts = [first, ...more.map((text) => writtenText(text, write))];
    yield expressionSite(file, expr, kindOf(context), label, {
      kind: 'raw',
      text: `[${texts.join(', ')}]`,
    });
  }
}

/** Adds or removes one text in expressions that compute lists. */
function* singleSites(context: TraceContext, { add, remove, write }: TextChange): Generator<Site> {
  const [come, ...others] = add;
  const [gone, ...further] = remove;
  if (others.length + further.length > 0 || (come !== undefined && gone !== undefined)) return;
  if (gone !== undefined) {
    yield* memberSites(context, literalMembership('remove', gone));
  } else if (come !== undefined) {
    for (const each of [write, plainWrite]) {
      const input = { kind: 'raw', text: writtenText(come, each) } as const;
      yield* memberSites(context, { action: 'add', element: come, input });
    }
  }
}

/** Adds the text next to a shared value, keeping the reference to it if possible. */
function* besideSites(context: TraceContext, change: TextChange): Generator<Site> {
  const { expr, scope, label } = context;
  const { file } = scope;
  const now = evaluated(context);
  const texts = typeof now === 'string' ? [now] : isTexts(now) ? now : undefined;
  if (texts === undefined) return;
  const own = file.text.slice(expr.start, expr.end);
  const coming = change.add.map((text) => writtenText(text, change.write)).join(', ');
  const left = memberList(texts, change.element, change);
  const literal = `[${left.map((text) => quoteHcl(text)).join(', ')}]`;
  const text =
    change.remove.length > 0
      ? literal
      : typeof now === 'string'
        ? `[${own}, ${coming}]`
        : `concat(${own}, [${coming}])`;
  yield expressionSite(file, expr, 'literal at the use', label, { kind: 'raw', text });
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return isJsonArray(value) && value.every((item) => typeof item === 'string');
}

function kindOf(context: TraceContext): TraceContext['kind'] {
  return context.kind === 'literal' ? 'list element' : context.kind;
}
