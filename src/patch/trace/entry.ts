import { listRemove } from '../../hcl/edit/list.ts';
import { mapRemove } from '../../hcl/edit/map.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import type { Context } from './context.ts';
import { entryKey, entryLabel, follow } from './follow.ts';

/** Wherever the collection is written: the literal entry with this key, to be taken out. */
export function* entrySites(context: Context, key: string | number): Generator<Site> {
  const { expr, scope, label, kind } = context;
  const { file } = scope;
  if (expr.kind === 'tuple' && typeof key === 'number') {
    const item = expr.items[key];
    if (item === undefined) return;
    yield siteIn(file, item.start, kind, `${label}[${key}]`, () => listRemove(file.hcl, expr, key));
    return;
  }
  if (expr.kind === 'object' && typeof key === 'string') {
    const item = expr.items.find((each) => entryKey(context, each) === key);
    if (item === undefined) return;
    yield siteIn(file, item.start, kind, entryLabel(context, key), () =>
      mapRemove(file.hcl, expr, key),
    );
    return;
  }
  for (const next of follow(context)) yield* entrySites(next, key);
}
