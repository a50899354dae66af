import type { Outcome } from '../../model/decision.ts';
import type { DriftValue } from '../../model/drift.ts';
import { decidingByDrift } from '../../model/parties.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import { isObjectAddress } from '../../providers/kubernetes/names.ts';
import { targetsOf } from './commands.ts';

/** What applying the code as it is would change: the live value for the declared one. */
export interface AppliedChange {
  readonly address: string;
  readonly path: AttributePath;
  readonly live: DriftValue;
  readonly declared: DriftValue;
  readonly outcome: Outcome;
  readonly intent: string;
}

/** What putting back what was refused means, as far as the open drifts show. */
export interface PutBack {
  /** Addresses for `-target`, sorted. */
  readonly targets: readonly string[];
  /** What was refused. */
  readonly restored: readonly AppliedChange[];
  /** What the same command changes besides: it takes whole resources. */
  readonly alongside: readonly AppliedChange[];
  /** What only `terraform apply` without targets would change. */
  readonly elsewhere: readonly AppliedChange[];
}

/**
 * All that Terraform would change to make the cloud what the code says now, by place. Not in it:
 * what Terraform does not notice, since the code neither has the resource nor sets the field; what
 * is in the files since this run; and objects of clusters.
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
    // As long as the code ignores the field Terraform leaves it alone.
    const isLeft = outcome === 'noop' || verdict.rule === 'delegation-expired';
    return isLeft ? [] : [{ address, path, live, declared, outcome, intent }];
  });
  const earlier = (report.openDrifts ?? []).flatMap((drift): readonly AppliedChange[] => {
    const { id, verdicts: past, address, path, live, declared } = drift;
    const last = past.at(-1);
    if (found.has(id) || last === undefined) return [];
    const { outcome, intent } = last;
    return [{ address, path, live, declared, outcome, intent }];
  });
  return [...now, ...earlier]
    .filter(({ path, declared }) => path.length > 0 || declared.kind !== 'absent')
    .filter(({ address }) => !isObjectAddress(address))
    .sort(
      (a, b) => compareText(a.address, b.address) || compareText(pathKey(a.path), pathKey(b.path)),
    );
}

/** Drifts of patches that are in the files: the code says them, although their merge is to come. */
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

/** Of the changes of {@link appliedChanges}, what those of these drifts' places stand for. */
export function putBack(
  changes: readonly AppliedChange[],
  isMeant: (change: AppliedChange) => boolean,
): PutBack {
  const restored = changes.filter((change) => isRefused(change) && isMeant(change));
  const targets = targetsOf(restored.map(({ address }) => address));
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

/** `5 accept, 2 delegate`: how many of which verdict, the most frequent first. */
export function countsByOutcome(changes: readonly AppliedChange[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of changes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || compareText(a, b))
    .map(([outcome, n]) => `${n} ${outcome}`)
    .join(', ');
}
