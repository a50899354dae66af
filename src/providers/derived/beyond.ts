import type { DerivedRules } from '../catalog/registry.ts';
import type { Estate } from '../catalog/types.ts';
import { type DerivedData, lazyDerivedRules } from './load.ts';
import { translateManaged, translateTargets } from './translate.ts';

/** Rules for the AWS operations without an entry. Their data is loaded at the first such call. */
export function awsDerivedRules(data: DerivedData = lazyDerivedRules()): DerivedRules {
  const unknownTypes = new WeakMap<Estate, ReadonlySet<string>>();
  const openIn = (estate: Estate, known: ReadonlySet<string>): ReadonlySet<string> => {
    const before = unknownTypes.get(estate);
    if (before !== undefined) return before;
    const types = estate.types?.() ?? [];
    const open = types.filter((type) => type.startsWith('aws_') && !known.has(type));
    const found = new Set(open);
    unknownTypes.set(estate, found);
    return found;
  };
  return {
    knows: (service, operation) => data.targets(service, operation) !== undefined,
    translate(event, estate) {
      if (event.cloud !== 'aws') return undefined;
      const targets = data.targets(event.service, event.operation);
      return targets && translateTargets(event, targets, estate);
    },
    shared(event, known, estate) {
      if (event.cloud !== 'aws') return undefined;
      const open = openIn(estate, known);
      if (open.size === 0) return undefined;
      const targets = data.targets(event.service, event.operation) ?? [];
      const others = targets.filter(({ type }) => open.has(type));
      return translateManaged(event, others, estate);
    },
  };
}
