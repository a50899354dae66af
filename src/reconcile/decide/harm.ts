import type { Drift } from '../../model/drift.ts';
import type { HarmReading } from '../../model/harm.ts';
import { regionalPricing } from '../../providers/harm/cost/price.ts';
import { readDriftHarm } from '../../providers/harm/read.ts';
import { replacedPairs } from '../../providers/harm/value/pairs.ts';
import { isSensitive } from '../../providers/schema/query.ts';
import { isSecretAttribute } from '../managed/declared.ts';
import type { Stage } from '../stages.ts';

/**
 * Creates a function that assesses the harm or benefit of a drift; each drift is assessed once. Of
 * `drifts`, an element that a call put in the place of another is compared with that one.
 */
export function createHarmReader(
  {
    input: {
      providers: { harm: facts, schema, prices },
    },
    loaded,
    index,
  }: Stage,
  drifts: readonly Drift[],
): (drift: Drift) => HarmReading {
  const { evaluation } = loaded.project;
  const changed = asChanges(drifts);
  const known = new WeakMap<Drift, HarmReading>();
  const read = (drift: Drift): HarmReading => {
    const { address, type, path, creation } = drift;
    const attributes = index.get(address)?.attributes;
    const secret = isSensitive(schema, type, path) || isSecretAttribute(evaluation, address, path);
    const scope = () => index.scope(creation?.parent ?? address);
    // Few facts need the account of a resource, and determining it takes as long as everything
    // else.
    const own = {
      get accounts() {
        const { account } = scope() ?? {};
        return account === undefined ? [] : [account];
      },
    };
    const pricing = prices && regionalPricing(prices, scope()?.region, attributes);
    return readDriftHarm(facts, changed.get(drift) ?? drift, own, {
      secret,
      pricing,
      ...(attributes && { attributes }),
    });
  };
  return (drift) => {
    const reading = known.get(drift) ?? read(drift);
    known.set(drift, reading);
    return reading;
  };
}

/**
 * Replaced elements as changes of one element: the harm is that of the new one, and none that of the
 * old one.
 */
function asChanges(drifts: readonly Drift[]): ReadonlyMap<Drift, Drift> {
  return new Map(
    replacedPairs(drifts).flatMap(([old, now]) => [
      [old, { ...old, live: old.declared }],
      [now, { ...now, path: old.path, declared: old.declared }],
    ]),
  );
}
