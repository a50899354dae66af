import type { Json } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';

/** `want` wrapped in the objects that `path` names; undefined for a path through lists. */
export function nest(path: AttributePath, want: Json): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return want;
  if (typeof step !== 'string') return undefined;
  const inner = nest(rest, want);
  return inner === undefined ? undefined : { [step]: inner };
}
