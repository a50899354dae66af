import { parseAddress } from '../../code/terraform/address.ts';
import type { NamedPlan } from '../../code/terraform/run/named.ts';
import type { Drift } from '../../model/drift.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { isObjectAddress } from '../../providers/kubernetes/names.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import type { ProofOptions } from '../run/options.ts';

/** What Terraform is asked about a patch. */
export interface VerifyQuestion {
  readonly each: PatchedIntent;
  /** The resources that it concerns: those that stay, and those that will be imported. */
  readonly addresses: readonly string[];
  readonly named: readonly NamedPlan[];
  readonly adopted: readonly string[];
  readonly level: 'validate' | 'plan';
}

/** True for a patch that Terraform cannot judge, since it changes only objects of clusters. */
export function isOfManifests({ patch }: PatchedIntent): boolean {
  return patch.blastRadius.every(({ address }) => isObjectAddress(address));
}

export function createVerifyQuestions(
  proof: ProofOptions,
  result: RunResult,
): readonly VerifyQuestion[] {
  return result.patched
    .filter((each) => each.patch.verification.passed && !isOfManifests(each))
    .map((each) => questionOf(proof, result, each));
}

function questionOf(
  proof: ProofOptions,
  { original, report }: RunResult,
  each: PatchedIntent,
): VerifyQuestion {
  const { patch, moved, decisions } = each;
  const comesOrGoes = new Set(
    patch.blastRadius
      .filter(({ path, address }) => path.length === 0 && !isObjectAddress(address))
      .map(({ address }) => address),
  );
  const drifts = report.drifts.filter((drift) => patch.drifts.includes(drift.id));
  const isThere = (address: string) => original.evaluation.instance(address) !== undefined;
  const kept = [...new Set(drifts.map(({ address }) => address))].filter(
    (address) => isThere(address) && !comesOrGoes.has(address),
  );
  const comes = [...comesOrGoes].filter((address) => !isThere(address)).sort();
  const adopted = comes.filter((address) => !moved.includes(address));
  // Where a delegation ends, Terraform wants to restore what the code says, which is intended.
  const ends = decisions.every(({ verdict }) => verdict.outcome === 'expired');
  const addresses = [...kept, ...moved, ...adopted];
  return {
    each,
    addresses,
    named: namedBy(addresses, drifts),
    adopted,
    level: proof.verify === 'validate' || ends ? 'validate' : 'plan',
  };
}

/** The fields that the patch concerns; the entire resource where no drift names it. */
function namedBy(addresses: readonly string[], drifts: readonly Drift[]): readonly NamedPlan[] {
  return addresses.flatMap((address): readonly NamedPlan[] => {
    const own = drifts.filter((drift) => drift.address === address);
    if (own.length > 0)
      return own.map(({ id, type, path }) => ({ address, type, path, drift: id }));
    return [{ address, type: parseAddress(address)?.type ?? '', path: [], drift: '' }];
  });
}
