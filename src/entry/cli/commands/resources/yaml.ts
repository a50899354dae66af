import { stringify } from 'yaml';
import type { JsonObject } from '../../../../model/json.ts';
import type { WantedResource } from '../../../../model/resource.ts';
import { compareKeys } from '../../../../model/text.ts';

/** A resource in the form in which it is pushed. */
export function resourceYaml({ kind, name, spec }: WantedResource): string {
  return stringify({ kind, name, spec: sorted(spec) });
}

/** Sorts members as in the artifact, so that a diff shows only real differences. */
function sorted(spec: JsonObject): unknown {
  return JSON.parse(JSON.stringify(spec), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(compareKeys));
  });
}
