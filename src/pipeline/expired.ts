import type { Declared } from '../drift/types.ts';
import type { Actor } from '../model/actor.ts';
import type { Decision } from '../model/decision.ts';
import type { Drift, DriftValue } from '../model/drift.ts';
import { contentId } from '../model/id.ts';
import type { Intent } from '../model/intent.ts';
import type { AttributePath } from '../model/path.ts';
import { type Delegation, findDelegations } from '../patch/delegation.ts';
import type { Goal, Project } from '../patch/types.ts';

/** A delegation that is over: what a run says and does about it. */
export interface Expiry {
  readonly drift: Drift;
  readonly intent: Intent;
  readonly decision: Decision;
  readonly goals: readonly Goal[];
}

/** It is Parley's own rule that ends. */
const parley: Actor = {
  class: 'iac',
  principal: 'parley',
  name: 'Parley',
  signature: 'own-delegation',
  evidence: 'trusted',
};

/**
 * Delegations in the code whose last day is over, with the edit that takes the rule out. What
 * happened to the attribute meanwhile nobody looked at, so its live value is not known.
 */
export function expiredDelegations(
  project: Project,
  now: string,
  declared: (address: string, path: AttributePath) => Declared,
): readonly Expiry[] {
  return findDelegations(project, now).flatMap((delegation) => {
    const [address] = delegation.addresses;
    if (!delegation.expired || address === undefined) return [];
    return [expiryOf(delegation, address, declared(address, delegation.path))];
  });
}

function expiryOf(delegation: Delegation, address: string, code: Declared): Expiry {
  const { resource, type, entry, note, owner, until = '', path } = delegation;
  const identity = { resource, entry, note };
  const day = { from: `${until}T00:00:00Z`, to: `${until}T23:59:59Z` };
  const id = contentId('d', identity);
  const live: DriftValue = {
    kind: 'unknown',
    why: `The code has not spoken for it since it was delegated to ${owner}.`,
  };
  const summary = `Ended the delegation of ${entry} of ${resource} to ${owner}`;
  return {
    drift: {
      id,
      address,
      type,
      path,
      declared: code.value,
      declaredFrom: code.from,
      live,
      evidence: [],
      basis: 'inferred',
    },
    intent: {
      id: contentId('i', identity),
      actor: parley,
      summary,
      purpose: 'maintenance',
      confidence: 1,
      rule: 'delegation-expired',
      drifts: [id],
      wants: [],
      window: day,
    },
    decision: {
      intent: contentId('i', identity),
      drift: id,
      address,
      path,
      verdict: {
        outcome: 'expired',
        rule: 'delegation-expired',
        because: `${owner} owned ${entry} of ${resource} until ${until}; the code speaks for it again.`,
      },
      explanation: [
        `The note in ${delegation.file}:${delegation.line} says until when the delegation holds.`,
      ],
    },
    goals: [{ kind: 'unignore', drift: id, address, type, entry, note }],
  };
}
