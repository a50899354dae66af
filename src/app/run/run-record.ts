import type { RunRecord } from '../../ports/store/run-store.ts';
import { withProposed } from '../../reconcile/memory/proposed.ts';
import { runLedger } from '../../reconcile/report/ledger.ts';
import { assess, lifecycleSteps } from '../../reconcile/report/lifecycle.ts';
import type { RecordedRun } from './record.ts';

/** The part of a run that the store keeps. */
export function runRecord(
  command: string,
  { report, written, schema, result, standing }: RecordedRun,
): RunRecord {
  const { actors, original, record, memory, observed, saysOtherwise, settled } = result;
  const proposals = new Map(
    report.proposals.map(({ intent, branch, location }) => [intent, { branch, location }]),
  );
  const stepsOf = lifecycleSteps(report, written);
  const run: RunRecord = {
    command,
    report,
    record,
    ...(memory === undefined ? {} : { memory }),
    ...(standing === undefined ? {} : { standing }),
    steps: new Map(report.intents.map((intent) => [intent.id, stepsOf(intent)])),
    ledger: runLedger({
      ...{ report, actors, written, schema, settled },
      evaluation: original.evaluation,
    }),
    assess: (intent) => assess(report, intent, observed, saysOtherwise),
  };
  // Drifts of earlier runs keep the place where they were proposed.
  return withProposed(run, (intent, before) => proposals.get(intent) ?? before);
}
