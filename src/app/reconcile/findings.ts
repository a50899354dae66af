import { hexDigest } from '../../model/digest.ts';
import { groupBy } from '../../model/group.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import { isWeakening } from '../../model/passed.ts';
import type { Report } from '../../model/report.ts';
import { compareKeys } from '../../model/text.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';

/**
 * Digest of what a run found and decided. Times, event counts and run ids are left out, so that a
 * second run with the same digest has no news for people.
 */
export function findingsDigest(report: Report, planned: readonly PlannedProposal[]): string {
  const decisions = groupBy(report.decisions, ({ intent }) => intent);
  const weakened = sorted(
    report.reverted
      .filter(isWeakening)
      .map(({ address, path, evidence }): Json => [address, path as Json, [...evidence]]),
  );
  const beside = (report.beside ?? []).map(
    ({ on, name, evidence }): Json => [on, name, [...evidence]],
  );
  return digestOf({
    drifts: report.drifts.map(({ id }) => id).sort(),
    // Open drifts that the run did not see leave this list once something closes them.
    open: (report.openDrifts ?? []).map(({ id }) => id).sort(),
    verdicts: [...decisions].map(([intent, own]): Json => [intent, sorted(own.map(verdictJson))]),
    patches: sorted(
      report.patches.map(({ intent, verification }): Json => [intent, verification.passed]),
    ),
    unresolved: sorted(
      report.unresolved.map(
        ({ code, address, event, intent }): Json => [
          code,
          address ?? null,
          event ?? null,
          intent ?? null,
        ],
      ),
    ),
    planned: plannedJson(planned),
    // Left out where empty, so that digests from before these were reported stay the same.
    ...(beside.length === 0 ? {} : { beside: sorted(beside) }),
    ...(weakened.length === 0 ? {} : { weakened }),
  });
}

function verdictJson({
  drift,
  verdict: { outcome, value, bounds },
}: Report['decisions'][number]): Json {
  const { min, max } = bounds ?? {};
  return [drift, outcome, value ?? null, min ?? null, max ?? null];
}

/**
 * Digest of what is proposed to the forge, edits included: other stacks may want the same edits by
 * now.
 */
export function proposalsDigest(revision: string, planned: readonly PlannedProposal[]): string {
  const edits = planned.map(
    ({ intent, files }): Json => [
      intent,
      files.map(({ path, digest = null, edits: changes }) => [
        path,
        digest,
        changes.map(({ offset, length, text }) => [offset, length, text]),
      ]),
    ],
  );
  return digestOf({ revision, planned: plannedJson(planned), edits: sorted(edits) });
}

function plannedJson(planned: readonly PlannedProposal[]): Json {
  return sorted(planned.map(({ intent, kind, digest }): Json => [intent, kind, digest]));
}

function sorted(items: readonly Json[]): readonly Json[] {
  return items
    .map((item) => [canonicalJson(item), item] as const)
    .sort(compareKeys)
    .map(([, item]) => item);
}

function digestOf(value: Json): string {
  return hexDigest(canonicalJson(value)).slice(0, 32);
}
