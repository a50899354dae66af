import type { Breadth } from '../registry.ts';
import { type BreadthData, lazyBreadth } from './load.ts';
import { translateTargets } from './translate.ts';

/** The operations of AWS beyond the written entries. Their data is read at the first such call. */
export function awsBreadth(data: BreadthData = lazyBreadth()): Breadth {
  return {
    knows: (service, operation) => data.targets(service, operation) !== undefined,
    translate(event, estate) {
      if (event.cloud !== 'aws') return undefined;
      const targets = data.targets(event.service, event.operation);
      return targets && translateTargets(event, targets, estate);
    },
  };
}
