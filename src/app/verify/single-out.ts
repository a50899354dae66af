import type { Drift } from '../../model/drift.ts';
import { ok, type Result } from '../../model/result.ts';
import { withBelonging } from '../../reconcile/drift/belonging.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { checkAll } from './check.ts';
import { type Proven, passed } from './proven.ts';
import type { VerifySession } from './request.ts';

/** Up to this many parts are proved separately; with more, a person is faster. */
const maxParts = 8;

/**
 * Where Terraform refuses everything and names no part (as with a module that is no longer valid),
 * each part is proved alone, and those that fail alone are wrong.
 */
export async function singledOut(
  session: VerifySession,
  result: RunResult,
  proofs: readonly Proven[],
): Promise<Result<readonly Proven[]>> {
  const failed = proofs.filter(({ each, patched }) => passed(each) && !passed(patched));
  if (failed.some(({ wrong }) => wrong.length > 0)) return ok(proofs);
  const { drifts } = result.report;
  const driftsOf = ({ each }: Proven) => drifts.filter(({ id }) => each.patch.drifts.includes(id));
  // Patches on separate branches fail independently of each other.
  const divisible =
    session.options.delivery.write === true
      ? failed
      : failed.filter((proof) => partsOf(driftsOf(proof)).length > 1);
  const parts = partsOf(divisible.flatMap(driftsOf));
  if (parts.length < 2 || parts.length > maxParts) return ok(proofs);
  const proved = proofs.flatMap(({ each }) => each.patch.drifts);
  const wrong = new Set<string>();
  for (const part of parts) {
    const others = proved.filter((id) => !part.has(id));
    const alone = result.without(new Map(others.map((id) => [id, undefined])));
    const checked = await checkAll(session, alone);
    if (!checked.ok) return checked;
    const isWrong = checked.value.some(({ verdict }) => verdict?.clean === false);
    if (isWrong) for (const id of part) wrong.add(id);
  }
  return ok(
    proofs.map((proof) =>
      failed.includes(proof)
        ? { ...proof, wrong: proof.each.patch.drifts.filter((id) => wrong.has(id)) }
        : proof,
    ),
  );
}

/** Drifts in sets that are meaningful without each other. */
function partsOf(drifts: readonly Drift[]): readonly ReadonlySet<string>[] {
  let parts: readonly ReadonlySet<string>[] = [];
  for (const { id } of drifts) {
    const own = withBelonging(new Set([id]), drifts);
    const isApart = (part: ReadonlySet<string>) => ![...own].some((each) => part.has(each));
    const joined = [...own, ...parts.filter((part) => !isApart(part)).flatMap((part) => [...part])];
    parts = [...parts.filter(isApart), new Set(joined)];
  }
  return parts;
}
