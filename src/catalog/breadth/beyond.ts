import type { Breadth } from '../registry.ts';
import type { Estate } from '../types.ts';
import { type BreadthData, lazyBreadth } from './load.ts';
import { sharedTypes } from './shared.ts';
import { translateManaged, translateTargets } from './translate.ts';

/** The operations of AWS beyond the written entries. Their data is read at the first such call. */
export function awsBreadth(data: BreadthData = lazyBreadth()): Breadth {
  const managed = new WeakMap<Estate, ReadonlySet<string>>();
  const sharedIn = (estate: Estate): ReadonlySet<string> => {
    const known = managed.get(estate);
    if (known !== undefined) return known;
    const found = new Set(sharedTypes.filter((type) => estate.ofType(type).length > 0));
    managed.set(estate, found);
    return found;
  };
  return {
    knows: (service, operation) => data.targets(service, operation) !== undefined,
    translate(event, estate) {
      if (event.cloud !== 'aws') return undefined;
      const targets = data.targets(event.service, event.operation);
      return targets && translateTargets(event, targets, estate);
    },
    shared(event, { types }, estate) {
      if (event.cloud !== 'aws') return undefined;
      const there = sharedIn(estate);
      if (there.size === 0) return undefined;
      const targets = data.targets(event.service, event.operation) ?? [];
      const others = targets.filter(({ type }) => there.has(type) && !types.includes(type));
      return translateManaged(event, others, estate);
    },
  };
}
