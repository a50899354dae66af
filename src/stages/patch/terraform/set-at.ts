import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';

/** The value with another one at an existing path; undefined if the path does not exist. */
export function setAt(value: Json, path: AttributePath, want: Json): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return want;
  if (isJsonArray(value) && typeof step === 'number') {
    const inner = step < value.length ? setAt(value[step] ?? null, rest, want) : undefined;
    return inner === undefined ? undefined : value.with(step, inner);
  }
  if (!isJsonObject(value) || typeof step !== 'string') return undefined;
  const inner = Object.hasOwn(value, step)
    ? setAt(value[step] ?? null, rest, want)
    : rest.length === 0
      ? want
      : undefined;
  return inner === undefined ? undefined : { ...value, [step]: inner };
}
