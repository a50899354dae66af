import type { AuditEvent } from '../../../src/model/event.ts';
import type { Json } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { atomsOf, elementRule } from '../../../src/providers/catalog/elements.ts';
import type { Catalog } from '../../../src/providers/catalog/registry.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { schemaHints } from '../../../src/stages/drift/hints.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import type { NetDriftInput, NetDriftResult } from '../../../src/stages/drift/types.ts';
import type { FakeResource } from './event.ts';
import { estateOf } from './event.ts';

const hint = schemaHints(loadSchema());

/** The value at a path, which must not contain list members. */
export function at(value: Json | undefined, path: AttributePath): Json | undefined {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = isJsonArray(found) ? found[step] : undefined;
    else if (typeof step === 'string') found = isJsonObject(found) ? found[step] : undefined;
  }
  return found;
}

/** Net drift after the calls, where the code says what the state has. */
export function foldCalls(
  catalog: Catalog,
  resources: readonly FakeResource[],
  events: readonly AuditEvent[],
  more: Partial<NetDriftInput> = {},
): NetDriftResult {
  const estate = estateOf(...resources);
  const effects = events.flatMap((event) => {
    const translation = catalog.translate(event, estate);
    return translation.kind === 'effects' ? translation.effects : [];
  });
  const state = (address: string) => resources.find((one) => one.address === address)?.attributes;
  return netDrift({
    effects,
    estate,
    elements: { atomsOf, elementRule },
    adopt: 'related',
    isTaken: (block) =>
      resources.some(({ address }) => address.replace(/\[[^[]*\]$/, '') === block),
    baseline: (address, path) => at(state(address), path),
    declared: (address, path) => {
      const value = at(state(address), path);
      return {
        from: 'code',
        value: value === undefined ? { kind: 'absent' } : { kind: 'value', value },
      };
    },
    hint,
    ...more,
  });
}
