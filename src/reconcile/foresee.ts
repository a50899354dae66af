import type { Outcome } from '../model/decision.ts';
import type { SecondOpinion } from '../stages/patch/terraform/text-proof.ts';
import { createDeadline } from './again/deadline.ts';
import { concludeRun } from './conclude.ts';
import type { Foreseen } from './drift/read-back.ts';
import { gatherDecided } from './gather-decided.ts';
import { reachVerdicts } from './reach-verdicts.ts';
import type { RunInput } from './run-input.ts';
import { settleDrift } from './settle-drift.ts';
import { createStopwatch } from './stopwatch.ts';
import type { TranslatedLog } from './translate-log.ts';

/**
 * With more resources, reading takes so long that the number of Terraform starts does not matter.
 */
const maxAddresses = 200;

/** Outcomes that lead to a patch. */
const written: ReadonlySet<Outcome> = new Set(['accept', 'compromise', 'delegate']);

/**
 * The result of the run if the provider's values match the log. Undefined if it has no patches, or
 * if other services would have to be queried twice. No model is queried, and the second parser runs
 * while Terraform reads: nothing is written before the run has checked the texts with it again.
 */
export async function foresee(
  translatedLog: TranslatedLog,
  addresses: readonly string[],
): Promise<Foreseen | undefined> {
  const { stage, log } = translatedLog;
  const { judging, patching } = stage.input;
  const { advisor: _, ...rest } = judging;
  const { secondOpinion } = patching;
  const texts = new Set<string>();
  const input: RunInput = {
    ...stage.input,
    judging: rest,
    patching: {
      ...patching,
      secondOpinion(text) {
        texts.add(text);
        return undefined;
      },
    },
  };
  const isAlone = input.judging.external === undefined && log.learning.used.length === 0;
  if (!isAlone || addresses.length > maxAddresses) return undefined;
  const watch = createStopwatch(() => 0);
  const deadline = createDeadline(input.startedAt);
  const foreseen = { ...translatedLog, stage: { ...stage, input } };
  const settled = await settleDrift(foreseen, undefined);
  const found = await reachVerdicts(settled, { learning: log.learning, watch, deadline });
  const decided = gatherDecided(foreseen, settled, found, { watch, deadline });
  if (!decided.ok) return undefined;
  const { decisions, expired } = decided.value.verdicts;
  const isPatched = decisions.some(({ verdict }) => written.has(verdict.outcome));
  if (!isPatched || expired.length > 0) return undefined;
  return {
    ...{ result: concludeRun(decided.value), load: stage.loaded.load },
    meanwhile: () => askAll(secondOpinion, texts),
  };
}

function* askAll(secondOpinion: SecondOpinion, texts: ReadonlySet<string>): Iterable<unknown> {
  for (const text of texts) yield secondOpinion(text);
}
