import type { Outcome } from '../../model/decision.ts';
import type { DriftValue } from '../../model/drift.ts';
import { decidingByDrift } from '../../model/parties.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import { isObjectAddress } from '../../providers/kubernetes/names.ts';
import { endedRule } from '../decide/ended-choice.ts';
import { putBackTargets } from './commands.ts';

/** A change that applying the current code would make: the declared value replaces the live one. */
export interface AppliedChange {
  readonly address: string;
  readonly path: AttributePath;
  readonly live: DriftValue;
  readonly declared: DriftValue;
  /** `unexplained` for a difference that no event explains yet, and nobody has decided. */
  readonly outcome: Outcome | 'unexplained';
  readonly intent?: string;
}

/** The effects of reverting the rejected drifts, as far as drifts and unexplained differences show. */
export interface PutBack {
  /** Addresses for `-target`, sorted. */
  readonly targets: readonly string[];
  /** The rejected drifts that are reverted. */
  readonly restored: readonly AppliedChange[];
  /** Other changes that the same command makes, because it targets entire resources. */
  readonly alongside: readonly AppliedChange[];
  /** Changes that only `terraform apply` without targets would make. */
  readonly elsewhere: readonly AppliedChange[];
}

/**
 * All changes that Terraform would make to bring the cloud in line with the current code, by place.
 * Not included: changes that Terraform does not notice, because the code neither has the resource
 * nor sets the field; values that are in the files since this run; and objects of clusters.
 */
export function appliedChanges(report: Report): readonly AppliedChange[] {
  const verdicts = decidingByDrift(report.decisions);
  const settled = writtenDrifts(report);
  const found = new Set(report.drifts.map(({ id }) => id));
  const now = report.drifts.flatMap((drift): readonly AppliedChange[] => {
    const { id, undeclared, address, path, live, declared } = drift;
    const decision = verdicts.get(id);
    if (decision === undefined || undeclared === true || settled.has(id)) return [];
    const { intent, verdict } = decision;
    const { outcome } = verdict;
    // Terraform leaves the field alone as long as the code ignores it.
    const isLeft = outcome === 'noop' || verdict.rule === endedRule;
    return isLeft ? [] : [{ address, path, live, declared, outcome, intent }];
  });
  const earlier = (report.openDrifts ?? []).flatMap((drift): readonly AppliedChange[] => {
    const { id, verdicts: past, address, path, live, declared } = drift;
    const last = past.at(-1);
    if (found.has(id) || last === undefined) return [];
    const { outcome, intent } = last;
    return [{ address, path, live, declared, outcome, intent }];
  });
  const unexplained = (report.pending ?? []).flatMap(({ drift }): readonly AppliedChange[] => {
    const { undeclared, address, path, live, declared } = drift;
    return undeclared === true ? [] : [{ address, path, live, declared, outcome: 'unexplained' }];
  });
  return [...now, ...earlier, ...unexplained]
    .filter(({ path, declared }) => path.length > 0 || declared.kind !== 'absent')
    .filter(({ address }) => !isObjectAddress(address))
    .sort(
      (a, b) => compareText(a.address, b.address) || compareText(pathKey(a.path), pathKey(b.path)),
    );
}

/**
 * Drifts of patches that were written to the files: the code has them, although they are not merged
 * yet.
 */
function writtenDrifts({ lifecycle = [], proposals, patches }: Report): ReadonlySet<string> {
  const branches = new Set(proposals.map(({ intent }) => intent));
  const inForce = new Set(
    lifecycle.filter(({ state }) => state === 'in-force').map(({ intent }) => intent),
  );
  const written = patches.filter(
    ({ intent, verification }) =>
      verification.passed && inForce.has(intent) && !branches.has(intent),
  );
  return new Set(written.flatMap(({ drifts }) => drifts));
}

/** The effects of reverting those of the {@link appliedChanges} that are meant. */
export function putBack(
  changes: readonly AppliedChange[],
  isMeant: (change: AppliedChange) => boolean,
): PutBack {
  const restored = changes.filter((change) => isRefused(change) && isMeant(change));
  const targets = putBackTargets(restored.map(({ address }) => address));
  const targeted = new Set(targets);
  const own = new Set(restored);
  const others = changes.filter((change) => !own.has(change));
  return {
    targets,
    restored,
    alongside: others.filter(({ address }) => targeted.has(address)),
    elsewhere: others.filter(({ address }) => !targeted.has(address)),
  };
}

function isRefused({ outcome }: AppliedChange): boolean {
  return outcome === 'reject' || outcome === 'expired';
}

/** Number of changes by verdict, most frequent first: `5 accept, 2 delegate`. */
export function countsByOutcome(changes: readonly AppliedChange[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of changes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || compareText(a, b))
    .map(([outcome, n]) => `${n} ${outcome}`)
    .join(', ');
}
