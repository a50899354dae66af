import { fail, ok, type Result } from '../../../model/result.ts';
import type { StoredRun } from '../../../ports/store/run-store.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { simulate } from '../../../reconcile/decide/simulate.ts';
import { factsOnRecord } from '../../../stages/arbitration/replay/facts.ts';
import { placesIn } from '../../../stages/policy/file/place.ts';
import { readPolicyFile } from '../../../stages/policy/file/read.ts';
import { lintInput } from '../../../stages/policy/lint/input.ts';
import { lintPolicy } from '../../../stages/policy/lint/lint.ts';
import type { TriedPolicy } from './copy-page.ts';

/**
 * Limits for scans that are decided again, and for their drifts, since each needs a complete
 * report.
 */
const maxRuns = 10;
const maxDrifts = 5000;

/** Reads a policy, looks for probable mistakes of its author, and decides recorded scans again. */
export async function tryPolicy(
  store: Pick<ServiceStore, 'runs'>,
  key: StackKey,
  text: string,
): Promise<TriedPolicy> {
  const read = readPolicyFile(text, 'policy');
  if (!read.ok) return { problem: read.error, findings: [] };
  const runs = await recordedRuns(store, key);
  const recorded = runs.flatMap(({ record }) =>
    record === undefined ? [] : factsOnRecord(record, read.value.policy),
  );
  const linted = findingsOf(text, read.value, recorded);
  if (!linted.ok) return { problem: linted.error, findings: [] };
  return { findings: linted.value, simulation: simulate(runs, read.value.policy) };
}

function findingsOf(
  text: string,
  read: Parameters<typeof lintInput>[0],
  recorded: Parameters<typeof lintInput>[1],
): Result<TriedPolicy['findings']> {
  const input = lintInput(read, recorded);
  if (!input.ok) return fail(input.error);
  const places = placesIn(text, 'policy');
  const lineOf = new Map(read.rules.map(({ id }, at) => [id, places(['rules', at, 'id']).line]));
  return ok(
    lintPolicy(input.value).map((finding) => {
      const line = lineOf.get(finding.rule ?? '');
      return line === undefined ? finding : { ...finding, line };
    }),
  );
}

/** The newest runs, as many as can be decided while somebody waits. */
async function recordedRuns(
  store: Pick<ServiceStore, 'runs'>,
  key: StackKey,
): Promise<readonly StoredRun[]> {
  const { items } = await store.runs.list(key, { limit: maxRuns });
  const runs: StoredRun[] = [];
  let drifts = 0;
  for (const head of items) {
    drifts += head.drifts;
    if (drifts > maxDrifts && runs.length > 0) break;
    const run = await store.runs.get(key, head.id);
    if (run !== undefined) runs.push(run);
  }
  return runs;
}
