import { planCode } from '../resource/plan-code.ts';
import type { PlanConvergence } from './deps.ts';

/** Looks at the code in this process. */
export const planHere: PlanConvergence = ({ checkout: { root }, desk, areas }) => {
  const own = { ...desk, root, isForced: false };
  return planCode(areas === undefined ? own : { ...own, areas: new Set(areas) });
};
