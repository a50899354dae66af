import type { RootStack } from '../../code/terraform/repository/types.ts';
import type { Report } from '../../model/report.ts';
import type { Goal } from '../../stages/patch/types.ts';
import { goalFor } from './goals.ts';

/** The goals of another stack in the repository that is processed together with this one. */
export interface Wishes {
  readonly stack: RootStack;
  readonly goals: readonly Goal[];
}

/** The values that the verdicts of a run accept into the code. */
export function wantedValues(report: Report): readonly Goal[] {
  const drifts = new Map(report.drifts.map((drift) => [drift.id, drift]));
  const intents = new Map(report.intents.map((intent) => [intent.id, intent]));
  return report.decisions.flatMap((decision) => {
    const drift = drifts.get(decision.drift);
    const intent = intents.get(decision.intent);
    if (drift === undefined || intent === undefined) return [];
    const wanted = goalFor(drift, decision, intent);
    if (wanted.kind !== 'goal') return [];
    const { kind } = wanted.goal;
    return kind === 'value' || kind === 'element' ? [wanted.goal] : [];
  });
}

/** The goals of one stack. */
export function wishesIn(all: readonly Wishes[], stack: RootStack): readonly Goal[] {
  const key = keyOf(stack);
  return all.filter((each) => keyOf(each.stack) === key).flatMap(({ goals }) => goals);
}

function keyOf({ folder, varFiles, workspace }: RootStack): string {
  return JSON.stringify([folder, workspace, varFiles]);
}
