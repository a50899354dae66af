import { ok, type Result } from '../model/result.ts';
import { createDeadline } from './again/deadline.ts';
import { notedRepository } from './again/elsewhere.ts';
import { reusableOf } from './again/reusable.ts';
import { concludeRun } from './conclude.ts';
import { endedDelegations } from './decide/expired.ts';
import { decideAll } from './decide-all.ts';
import { readTouched } from './drift/read-back.ts';
import { foresee } from './foresee.ts';
import { rememberedBlame } from './managed/code-history.ts';
import { rememberedAddresses } from './memory/earlier-places.ts';
import { namedBy } from './questions/asked.ts';
import { type ReadLog, readLog } from './read-log.ts';
import type { CodeInput, RunInput } from './run-input.ts';
import type { RunResult } from './run-types.ts';
import { translateLog } from './translate-log.ts';

/**
 * From audit records to decisions and verified patches: runs the stages in order. Fails if
 * requested input cannot be read; errors in single records are in the report.
 */
export async function run(input: RunInput): Promise<Result<RunResult>> {
  const log = await readLog(input);
  return log.ok ? decideRun(input, log.value) : log;
}

/** Runs the stages for a log that has been read. */
export async function decideRun(given: RunInput, log: ReadLog): Promise<Result<RunResult>> {
  const { repository, blame } = given.code;
  const elsewhere = repository && notedRepository(repository);
  const code: CodeInput = {
    ...given.code,
    ...(elsewhere && { repository: elsewhere.repository }),
    ...(blame && { blame: rememberedBlame(blame) }),
  };
  const input: RunInput = { ...given, code };
  const { watch } = log;
  const deadline = createDeadline(input.startedAt);
  const translatedLog = translateLog(input, log);
  const { stage, recalled } = translatedLog;
  watch.lap('drift');
  const live = await readTouched(
    stage,
    translatedLog.effects.filter(({ event }) => recalled.read.has(event)),
    [
      ...namedBy(stage.ingested, recalled.read),
      ...rememberedAddresses(stage.input),
      ...endedDelegations(stage).flatMap(({ addresses }) => addresses),
    ],
    (addresses) => foresee(translatedLog, addresses),
  );
  if (live !== undefined) watch.lap('read-back');
  const decided = await decideAll(translatedLog, live, watch, deadline);
  if (!decided.ok) return decided;
  const result = concludeRun(decided.value);
  const standing = reusableOf({
    ...{ log, input, result },
    until: deadline.next(),
    hasHalves: translatedLog.halves.length > 0,
    elsewhere: () => elsewhere?.asked() ?? [],
  });
  return ok(standing === undefined ? result : { ...result, standing });
}
