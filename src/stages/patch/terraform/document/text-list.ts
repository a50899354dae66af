import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import { listInsert } from '../../../../code/hcl/edit/list.ts';
import { reconcileValue } from '../../../../code/hcl/edit/reconcile.ts';
import { quoteHcl } from '../../../../code/hcl/edit/render.ts';
import type { Tuple } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import { textIdentity } from '../../../../model/policy-document.ts';
import { siteIn } from '../site.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { memberSites } from '../trace/member.ts';
import { requiredValuesOf } from '../trace/required.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { type MemberChange, memberList } from './change.ts';
import { iterationWrite } from './iteration-write.ts';
import { type DocumentWrite, plainWrite, writtenText } from './write.ts';

/** Texts that join and leave what an expression yields: one text, or a list of them. */
export interface TextChange extends MemberChange {
  /** Name of the element of the document, which says how its texts compare. */
  readonly element: string;
  readonly write: DocumentWrite;
  /** References followed to the document: more of them lead to what others may share. */
  readonly depth: number;
}

/** How a text may be written: as what the code has, as it is, and for all turns of a loop. */
function waysIn({ scope }: TraceContext, { write }: TextChange): readonly DocumentWrite[] {
  const forAll = iterationWrite(scope);
  return [write, plainWrite, ...(forAll === undefined ? [] : [forAll])];
}

/** Places where the texts are written, the author's own list before its use. */
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

/** One text becomes another: a template or a reference in its place may say so itself. */
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

/** One text alone: it becomes another one, or the first of a list. */
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
      yield siteIn(file, expr.start, kindOf(context), label, () =>
        setExpression(file.hcl, expr, { kind: 'raw', text }),
      );
    }
    yield* valueSites(context, only);
    return;
  }
  // A text that is shared stays a text; the list is made where it is used.
  if (context.depth > change.depth) return;
  const own = file.text.slice(expr.start, expr.end);
  for (const write of waysIn(context, change)) {
    const first = only === now ? own : writtenText(only, write);
    const texts = [first, ...more.map((text) => writtenText(text, write))];
    yield siteIn(file, expr.start, kindOf(context), label, () =>
      setExpression(file.hcl, expr, { kind: 'raw', text: `[${texts.join(', ')}]` }),
    );
  }
}

/** One text that comes or goes, through everything that lists are made with. */
function* singleSites(context: TraceContext, { add, remove, write }: TextChange): Generator<Site> {
  const [come, ...others] = add;
  const [gone, ...further] = remove;
  if (others.length + further.length > 0 || (come !== undefined && gone !== undefined)) return;
  if (gone !== undefined) {
    const input = { kind: 'json', value: gone } as const;
    yield* memberSites(context, { action: 'remove', element: gone, input });
  } else if (come !== undefined) {
    for (const each of [write, plainWrite]) {
      const input = { kind: 'raw', text: writtenText(come, each) } as const;
      yield* memberSites(context, { action: 'add', element: come, input });
    }
  }
}

/** Beside what is shared with others: the reference stays where it can. */
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
  yield siteIn(file, expr.start, 'literal at the use', label, () =>
    setExpression(file.hcl, expr, { kind: 'raw', text }),
  );
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return isJsonArray(value) && value.every((item) => typeof item === 'string');
}

function kindOf(context: TraceContext): TraceContext['kind'] {
  return context.kind === 'literal' ? 'list element' : context.kind;
}
