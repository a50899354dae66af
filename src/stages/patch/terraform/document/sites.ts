import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { policyDocumentType } from '../../../../code/terraform/policy-document/compute.ts';
import { editJsonText } from '../../../../code/yaml/json.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import type { TextEdit } from '../../../../model/patch.ts';
import { ok } from '../../../../model/result.ts';
import { applyEdits } from '../../../../text/edits.ts';
import { deepest, evaluated, type TraceContext } from '../trace/context.ts';
import { reconcileSite } from '../trace/literal.ts';
import { requiredValuesOf } from '../trace/required.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { byHandSite } from './by-hand.ts';
import { applyDocumentChange, type DocumentChange } from './change.ts';
import { jsonCodec } from './codec.ts';
import { encodedSites } from './encoded.ts';
import { fileSites } from './file.ts';
import { policySites } from './policy.ts';
import { type DocumentWrite, writtenText } from './write.ts';

/** Functions that return a document unchanged, except for blanks around it. */
const handing = new Set(['chomp', 'trimspace', 'nonsensitive', 'sensitive', 'tostring']);

/** Functions that build a document from parts, which only a person can take apart. */
const making = new Set(['format', 'join', 'replace', 'templatestring']);

/** Every place where the changed part of the document may be written. */
export function* documentSites(
  context: TraceContext,
  change: DocumentChange,
  write: DocumentWrite,
): Generator<Site> {
  const { expr, rest, depth } = context;
  if (depth > deepest) return;
  if (rest.length === 0) {
    switch (expr.kind) {
      case 'call':
        yield* callSites(context, expr, change, write);
        break;
      case 'heredoc':
      case 'quoted':
        yield* textSites(context, change, write);
        break;
      default:
        break;
    }
  }
  const source = policySource(context);
  if (source !== undefined) {
    yield* policySites(context.evaluation, source, change, write, documentSites);
    return;
  }
  for (const { context: next } of requiredValuesOf(context, evaluated(context) ?? null)) {
    yield* documentSites({ ...next, common: false }, change, write);
  }
}

function* callSites(
  context: TraceContext,
  call: Call,
  change: DocumentChange,
  write: DocumentWrite,
): Generator<Site> {
  const [only] = call.args;
  if (only === undefined) return;
  if (call.name === 'jsonencode' || call.name === 'yamlencode') {
    yield* encodedSites({ ...context, expr: only }, change, write);
  } else if (handing.has(call.name)) {
    yield* documentSites({ ...context, expr: only }, change, write);
  } else if (call.name === 'file' || call.name === 'templatefile') {
    yield* fileSites(context, call, change);
  } else if (making.has(call.name)) yield byHandSite(context, call, change);
}

/** Places in a document that is written as text. */
function* textSites(
  context: TraceContext,
  change: DocumentChange,
  write: DocumentWrite,
): Generator<Site> {
  const text = evaluated(context);
  const document = typeof text === 'string' ? jsonCodec.read(text) : undefined;
  if (typeof text !== 'string' || document === undefined) return;
  const wanted = applyDocumentChange(document, change);
  if (context.expr.kind === 'heredoc') {
    yield* referringSites(context, document, change, write);
    yield reconcileSite(context, JSON.stringify(wanted));
  }
  const edits = editJsonText(text, wanted);
  const edited = edits === undefined ? undefined : applyEdits(text, edits);
  if (edited?.ok === true) yield* valueSites(context, edited.value);
}

/** The document as text, with references that the code has as interpolations. */
function* referringSites(
  context: TraceContext,
  document: Json,
  change: DocumentChange,
  write: DocumentWrite,
): Generator<Site> {
  const found = marked(change, write);
  if (found === undefined) return;
  const site = reconcileSite(context, JSON.stringify(applyDocumentChange(document, found.change)));
  yield {
    ...site,
    edit: () => {
      const made = site.edit();
      if (!made.ok) return made;
      const restored = (edit: TextEdit): TextEdit => ({ ...edit, text: found.restore(edit.text) });
      return ok(made.value.map((file) => ({ ...file, edits: file.edits.map(restored) })));
    },
  };
}

/** Address of the policy document that the expression reads. */
export function policySource({
  evaluation,
  scope,
  expr,
  rest,
}: Pick<TraceContext, 'evaluation' | 'scope' | 'expr' | 'rest'>): string | undefined {
  const definition = evaluation.define(scope, expr);
  if (definition?.kind !== 'data') return undefined;
  const [attribute, ...more] = [...definition.rest, ...rest];
  const isText = attribute === 'json' || attribute === 'minified_json';
  const found = evaluation.instance(definition.address);
  if (!isText || more.length > 0 || found?.declaration.type !== policyDocumentType)
    return undefined;
  return definition.address;
}

/** A change in which marks stand for references until it has been written as text. */
interface MarkedReferences {
  readonly change: DocumentChange;
  /** Replaces the marks in a text by the references. */
  readonly restore: (text: string) => string;
}

/**
 * Prepares references in a JSON template, where they are interpolations that no JSON value can
 * express. Undefined if the change contains no value for which the code has a reference.
 */
function marked(change: DocumentChange, write: DocumentWrite): MarkedReferences | undefined {
  const references: string[] = [];
  const mark = (text: string): string => {
    const written = writtenText(text, write);
    if (!/^[a-z]|^"\$\{/.test(written)) return text;
    references.push(written.startsWith('"') ? written.slice(1, -1) : `\${${written}}`);
    return markOf(references.length - 1);
  };
  const made = withTexts(change, mark);
  if (references.length === 0) return undefined;
  const restore = (text: string): string =>
    references.reduce(
      (done, reference, index) => done.replaceAll(markOf(index), () => reference),
      text,
    );
  return { change: made, restore };
}

/** A text that does not occur in practice, and that JSON and HCL leave unchanged. */
function markOf(index: number): string {
  return `<parley:reference:${index}>`;
}

function withTexts(change: DocumentChange, map: (text: string) => string): DocumentChange {
  switch (change.kind) {
    case 'members':
      return { ...change, add: change.add.map(map) };
    case 'set':
      return { ...change, value: mapTexts(change.value, map) };
    case 'add': {
      const element = mapTexts(change.element, map);
      return isJsonObject(element) ? { ...change, element } : change;
    }
    case 'drop':
    case 'remove':
      return change;
  }
}

/** The value with every text in it changed. */
export function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (isJsonArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, map)]),
  );
}
