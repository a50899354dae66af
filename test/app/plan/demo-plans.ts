import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planProposals } from '../../../src/app/plan/plan.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import type { FileChange } from '../../../src/model/patch.ts';
import type { StackRun } from '../../../src/ports/stack-run.ts';
import type { PlannedProposal } from '../../../src/ports/store/planned-proposal.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { changedText } from '../../../src/text/file-change.ts';
import { demo } from '../../entry/cli/parley.ts';
import { demoInput, demoRecords, runOn } from '../../reconcile/demo.ts';
import type { FlatInput } from '../../reconcile/flat-input.ts';

export const storefront = Stack.parse({
  name: 'storefront',
  repository: 'https://git.example.com/acme/infra.git',
  forge: 'hub',
});

/** A file of the demo's project after a planned change. */
export function plannedText(change: FileChange): string {
  const place = join(demo, 'project', change.path);
  const before = existsSync(place) ? readFileSync(place, 'utf8') : undefined;
  const text = changedText(change, before);
  if (text === undefined) throw new Error(`${change.path} is not what the change is for.`);
  return text;
}

export function runDemo(more: Partial<FlatInput> = {}): Promise<RunResult> {
  return demoInput().then((input) => runOn(input, demoRecords(), { patches: 'apart', ...more }));
}

/** The parts of a run that planning needs. */
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
