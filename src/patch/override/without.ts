import { renderValue } from '../../hcl/edit/render.ts';
import type { Json } from '../../model/json.ts';
import type { Context } from '../trace/context.ts';
import type { Site } from '../types.ts';
import { isInstance, textOf } from './form.ts';
import { rewriteSite } from './operand.ts';

/** One use, or one instance, does without an entry of a map that others share: a loop leaves it out. */
export function* withoutSites(context: Context, want: Json): Generator<Site> {
  const { rest, scope, expr } = context;
  const [key, ...inner] = rest;
  if (want !== null || typeof key !== 'string' || inner.length > 0) return;
  const name = renderValue(key);
  const { repetition } = scope;
  const condition =
    repetition === undefined ? `key != ${name}` : `!(${isInstance(repetition)} && key == ${name})`;
  const original = textOf(context, expr);
  const text = `{ for key, value in ${original} : key => value if ${condition} }`;
  yield rewriteSite(context, expr, text);
}
