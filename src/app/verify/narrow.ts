import type { Drift } from '../../model/drift.ts';
import type { Unresolved } from '../../model/report.ts';
import { withBelonging } from '../../reconcile/drift/belonging.ts';
import { type Proven, passed } from './proven.ts';

export interface PlanNarrowing {
  /**
   * Drifts to leave out, by id, with the reason; undefined where the lost patch itself reports it.
   */
  readonly refused: ReadonlyMap<string, Unresolved | undefined>;
  /** Patches of which nothing is left. */
  readonly lost: readonly Proven[];
}

/**
 * What to leave out so that the rest can be proved: from each failed patch its wrong drifts and
 * those that belong with them. A patch of which nothing would be left is dropped entirely where
 * others are in the same files. Undefined when that would not help.
 */
export function narrowing(
  proofs: readonly Proven[],
  drifts: readonly Drift[],
  stacked: boolean,
): PlanNarrowing | undefined {
  const failed = proofs.filter(({ each, patched }) => passed(each) && !passed(patched));
  const refused = new Map<string, Unresolved | undefined>();
  const lost: Proven[] = [];
  for (const proof of blamed(failed)) {
    const { patch } = proof.each;
    const own = drifts.filter(({ id }) => patch.drifts.includes(id));
    const gone = withBelonging(new Set(proof.wrong), own);
    const isPart = gone.size > 0 && patch.drifts.some((id) => !gone.has(id));
    if (isPart) {
      for (const drift of own.filter(({ id }) => gone.has(id))) {
        refused.set(drift.id, unproved(drift, proof));
      }
    } else if (stacked) {
      lost.push(proof);
      for (const id of patch.drifts) refused.set(id, undefined);
    }
  }
  const proved = proofs.filter(({ each }) => passed(each));
  const isAll = proved.every(({ each }) => each.patch.drifts.every((id) => refused.has(id)));
  return refused.size === 0 || isAll ? undefined : { refused, lost };
}

/**
 * Where a plan names what is wrong, only that is left out. Findings about all patches are checked
 * again without it.
 */
function blamed(failed: readonly Proven[]): readonly Proven[] {
  const named = failed.filter(({ wrong }) => wrong.length > 0);
  return named.length > 0 ? named : failed;
}

function unproved({ address }: Drift, { each, findings }: Proven): Unresolved {
  const own = findings.find((text) => text.includes(address)) ?? findings[0] ?? '';
  return {
    code: 'part-not-proved',
    reason: `This part of the change failed verification and is left out. ${own}`.trim(),
    suggestion: 'Make it by hand.',
    address,
    intent: each.intent.id,
  };
}
