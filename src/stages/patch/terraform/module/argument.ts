import { insertAttribute } from '../../../../code/hcl/edit/attribute.ts';
import { renderHclValue, renderKey } from '../../../../code/hcl/edit/render.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import type { Definition } from '../../../../code/terraform/config/definition.ts';
import { isJsonObject, type Json, jsonAt } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { formText, isInstance } from '../override/form.ts';
import { operandSite } from '../override/operand.ts';
import { siteIn } from '../site.ts';
import { deepest, evaluated, type TraceContext } from '../trace/context.ts';
import { followTrace } from '../trace/follow.ts';
import { nest } from '../trace/nest.ts';
import type { Site } from '../types.ts';

/**
 * A point where a value enters a module: the caller's argument, or an input that the call omits.
 */
export type Entrance =
  | { readonly kind: 'argument'; readonly at: TraceContext }
  | {
      readonly kind: 'unset';
      readonly at: TraceContext;
      readonly definition: Extract<Definition, { kind: 'variable' }>;
    };

/** Every module boundary between a use and its literals, innermost first. */
export function* entrancesOf(context: TraceContext): Generator<Entrance> {
  if (context.depth > deepest) return;
  const definition = context.evaluation.define(context.scope, context.expr);
  if (definition?.kind === 'variable' && definition.caller !== undefined) {
    yield { kind: 'unset', at: context, definition };
    return;
  }
  for (const next of followTrace(context)) {
    if (definition?.kind === 'argument') yield { kind: 'argument', at: next };
    yield* entrancesOf(next);
  }
}

/**
 * Keeps an object or map that enters a module and merges over it what differs in this module or
 * instance: `settings = merge(var.settings, { delay = 5 })`.
 */
export function* moduleArgumentSites(use: TraceContext, want: Json): Generator<Site> {
  if (want === null) return;
  for (const entrance of entrancesOf(use)) {
    const site = entrance.kind === 'argument' ? laidOver(entrance.at, want) : set(entrance, want);
    if (site !== undefined) yield site;
  }
}

function laidOver(at: TraceContext, want: Json): Site | undefined {
  const text = objectText(at, at.expr, at.rest, want);
  return text === undefined ? undefined : operandSite(at, { name: 'merge', empty: '{}', text });
}

/**
 * `{ dlq = merge(var.settings.dlq, { retention = 600 }) }`: `merge` is not recursive, so nested
 * entries next to the wanted one are kept by a reference.
 */
function objectText(
  at: TraceContext,
  expr: Expression,
  path: AttributePath,
  want: Json,
): string | undefined {
  const [step, ...rest] = path;
  if (typeof step !== 'string') return undefined;
  const head = renderKey(step);
  if (rest.length === 0) return `{ ${head} = ${renderHclValue(want, { layout: 'inline' })} }`;
  const present = evaluated(at);
  const inner = jsonAt(present, step);
  if (!isJsonObject(inner) || Object.keys(inner).length === 0) {
    const value = nest(rest, want);
    if (value === undefined) return undefined;
    return `{ ${head} = ${renderHclValue(value, { layout: 'inline' })} }`;
  }
  const [last, ...deeper] = rest;
  const isName = ['variable', 'get', 'index'].includes(expr.kind);
  if (!isName || typeof last !== 'string' || deeper.length > 0) return undefined;
  const own = `{ ${renderKey(last)} = ${renderHclValue(want, { layout: 'inline' })} }`;
  const name = head === step ? `.${step}` : `[${head}]`;
  return `{ ${head} = merge(${formText(at, expr)}${name}, ${own}) }`;
}

/** Sets an input that a call with several instances omits, for one instance. */
function set(
  { at, definition }: Extract<Entrance, { kind: 'unset' }>,
  want: Json,
): Site | undefined {
  const { caller, declaration } = definition;
  const path = [...definition.rest, ...at.rest];
  const value = nest(path, want);
  const repetition = caller?.scope.repetition;
  if (caller === undefined || repetition === undefined || value === undefined) return undefined;
  const { name, nullable, sensitive } = declaration;
  const [source] = definition.sources;
  const fallback =
    source === undefined || source.kind !== 'default' || sensitive
      ? undefined
      : valueToJson(at.evaluation.evaluate(source.expr, source.scope));
  const otherwise = nullable ? fallback : null;
  // Setting only a part would lose the rest of the default.
  const loses = path.length > 0 && isJsonObject(fallback) && Object.keys(fallback).length > 0;
  if (otherwise === undefined || loses) return undefined;
  const inline = { layout: 'inline' } as const;
  const text = `${isInstance(repetition)} ? ${renderHclValue(value, inline)} : ${renderHclValue(otherwise, inline)}`;
  const { call } = caller;
  const label = `argument ${name} of module.${call.name}`;
  return siteIn(call.file, call.block.start, 'instance override', label, () =>
    insertAttribute(call.file.hcl, call.block.body, name, { kind: 'raw', text }),
  );
}
