import { setExpression } from '../../hcl/edit/expression.ts';
import { rawExpression } from '../../hcl/edit/input.ts';
import { quote } from '../../hcl/edit/render.ts';
import { isIdentifier } from '../../hcl/syntax/characters.ts';
import { isJsonObject, type Json } from '../../model/json.ts';
import { mentions } from '../dynamic/assign.ts';
import { bothSites, siteIn } from '../site.ts';
import { type Context, evaluated } from '../trace/context.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { textOf } from './form.ts';

/**
 * One instance of a `for_each` over objects differs from what all share: its entry says so in an
 * attribute more, and the argument looks there first.
 */
export function* entryAttributeSites(use: Context, name: string, want: Json): Generator<Site> {
  const { expr, rest, scope, label } = use;
  const { file, repetition } = scope;
  if (repetition?.kind !== 'for_each' || rest.length > 0 || want === null) return;
  if (!isIdentifier(name) || mentions(expr, 'each')) return;
  // What the argument would have to read stands nowhere yet.
  const eachValue = rawExpression('each.value');
  if (eachValue === undefined) return;
  const entry: Context = { ...use, expr: eachValue, rest: [] };
  const value = evaluated(entry);
  if (!isJsonObject(value) || Object.keys(value).length === 0 || Object.hasOwn(value, name)) return;
  const text = `lookup(each.value, ${quote(name)}, ${textOf(use, expr)})`;
  const argument = siteIn(file, expr.start, 'for_each entry', label, () =>
    setExpression(file.hcl, expr, { kind: 'raw', text }),
  );
  for (const site of valueSites({ ...entry, rest: [name] }, want)) {
    if (site.kind !== 'literal at the use') yield bothSites(site, argument);
  }
}
