import { planProposals } from '../../../src/app/plan/plan.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import type { StackRun } from '../../../src/ports/stack-run.ts';
import type { PlannedProposal } from '../../../src/ports/store/planned-proposal.ts';
import type { RunInput, RunResult } from '../../../src/reconcile/run-types.ts';
import { demoInput, demoRecords, runOn } from '../../reconcile/demo.ts';

export const storefront = Stack.parse({
  name: 'storefront',
  repository: 'https://git.example.com/acme/infra.git',
  forge: 'hub',
});

export function runDemo(more: Partial<RunInput> = {}): Promise<RunResult> {
  return demoInput().then((input) => runOn(input, demoRecords(), { patches: 'apart', ...more }));
}

/** What planning looks at of a run. */
export function stackRunOf({
  report,
  record,
  patched,
  evidence,
}: Pick<RunResult, 'report' | 'record' | 'patched' | 'evidence'>): StackRun {
  return {
    record: {
      command: 'scan',
      report,
      record,
      steps: new Map(
        report.intents.map(({ id }) => [id, [{ event: 'understood', because: 'It is.' }]]),
      ),
      ledger: { entries: [], declarations: [] },
      assess: () => undefined,
    },
    patched,
    evidence,
  };
}

export function plansOf(
  result: Pick<RunResult, 'report' | 'record' | 'patched' | 'evidence'>,
  stack = storefront,
): readonly PlannedProposal[] {
  return planProposals(stackRunOf(result), { stack });
}
