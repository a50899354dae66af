import { ok, type Result } from '../model/result.ts';
import { createDeadline } from './again/deadline.ts';
import { type AskedElsewhere, notedRepository } from './again/elsewhere.ts';
import { reuseConditions } from './again/reusable.ts';
import { concludeRun } from './conclude.ts';
import { endedDelegations } from './decide/expired.ts';
import { type LiveState, readTouched } from './drift/read-back.ts';
import { foresee } from './foresee.ts';
import { gatherDecided } from './gather-decided.ts';
import { rememberedBlame } from './managed/code-history.ts';
import { rememberedAddresses } from './memory/earlier-places.ts';
import { namedBy } from './questions/asked.ts';
import { reachVerdicts } from './reach-verdicts.ts';
import { type ReadLog, readLog } from './read-log.ts';
import type { CodeInput, RunInput } from './run-input.ts';
import type { RunResult } from './run-types.ts';
import { settleDrift } from './settle-drift.ts';
import { type TranslatedLog, translateLog } from './translate-log.ts';

/**
 * From audit records to decisions and verified patches: runs the stages in order. Fails if
 * requested input cannot be read; errors in single records are in the report.
 */
export async function run(input: RunInput): Promise<Result<RunResult>> {
  const log = await readLog(input);
  return log.ok ? decideRun(input, log.value) : log;
}

/** Runs the steps for a log that has been read; each is given what the steps before found. */
export async function decideRun(given: RunInput, log: ReadLog): Promise<Result<RunResult>> {
  const { input, elsewhere } = withNotes(given);
  const { watch, learning } = log;
  const deadline = createDeadline(input.startedAt);
  const translatedLog = translateLog(input, log);
  watch.lap('drift');
  const live = await readBack(translatedLog);
  if (live !== undefined) watch.lap('read-back');
  const settled = await settleDrift(translatedLog, live);
  watch.lap('drift');
  const verdicts = await reachVerdicts(settled, { learning, watch, deadline });
  const decided = gatherDecided(translatedLog, settled, verdicts, { watch, deadline });
  if (!decided.ok) return decided;
  const result = concludeRun(decided.value);
  const standing = reuseConditions({
    ...{ log, input, result, elsewhere },
    until: deadline.next(),
    hasHalves: translatedLog.halves.length > 0,
  });
  return ok(standing === undefined ? result : { ...result, standing });
}

/** The input with code that remembers what was asked of it. */
function withNotes(given: RunInput): {
  readonly input: RunInput;
  readonly elsewhere: () => readonly AskedElsewhere[];
} {
  const { repository, blame } = given.code;
  const noted = repository && notedRepository(repository);
  const code: CodeInput = {
    ...given.code,
    ...(noted && { repository: noted.repository }),
    ...(blame && { blame: rememberedBlame(blame) }),
  };
  return { input: { ...given, code }, elsewhere: () => noted?.asked() ?? [] };
}

/** The live values of what the log and open questions name; undefined if none were requested. */
function readBack(translatedLog: TranslatedLog): Promise<LiveState | undefined> {
  const { stage, recalled, effects } = translatedLog;
  return readTouched(
    stage,
    effects.filter(({ event }) => recalled.read.has(event)),
    [
      ...namedBy(stage.ingested, recalled.read),
      ...rememberedAddresses(stage.input),
      ...endedDelegations(stage).flatMap(({ addresses }) => addresses),
    ],
    (addresses) => foresee(translatedLog, addresses),
  );
}
