import { isSensitive } from '../catalog/schema/query.ts';
import type { FieldChange } from '../harm/drift.ts';
import { readHarm } from '../harm/read.ts';
import type { Drift } from '../model/drift.ts';
import type { HarmReading } from '../model/harm.ts';
import { isSecretAt } from './declared.ts';
import type { Stage } from './stages.ts';

/** Tells what a drift damages or makes better; each difference is judged once. */
export function createHarmReader({
  input: { harm: facts, schema },
  loaded,
  index,
}: Stage): (drift: Drift) => HarmReading {
  const { evaluation } = loaded.project;
  const known = new WeakMap<Drift, HarmReading>();
  const read = (drift: Drift): HarmReading => {
    const { address, type, path, declared, creation } = drift;
    const resource = index.get(address);
    const live =
      creation === undefined
        ? drift.live
        : ({ kind: 'value', value: creation.attributes } as const);
    const change: FieldChange = {
      type,
      path,
      declared,
      live,
      ...(resource === undefined ? {} : { attributes: resource.attributes }),
      ...(isSensitive(schema, type, path) || isSecretAt(evaluation, address, path)
        ? { secret: true }
        : {}),
    };
    const account = index.scope(creation?.parent ?? address)?.account;
    return readHarm(facts, change, { accounts: account === undefined ? [] : [account] });
  };
  return (drift) => {
    const reading = known.get(drift) ?? read(drift);
    known.set(drift, reading);
    return reading;
  };
}
