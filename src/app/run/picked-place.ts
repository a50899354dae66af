import { join, resolve } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { resolveIntent } from '../../reconcile/decide/meant.ts';
import type { PatchingInput } from '../../reconcile/run-input.ts';
import { lastReport, readReport } from '../history/read-report.ts';
import type { RunOptions } from './options.ts';

/**
 * The place that `--pick` selects by the number that `parley explain` showed. The number refers to
 * the last report; it is translated into the place itself, so that it cannot mean another one
 * later.
 */
export async function pickedPlace(
  io: Io,
  { dir, only, pick }: Pick<RunOptions, 'dir' | 'only' | 'pick'>,
): Promise<Result<PatchingInput['pick']>> {
  const [id] = only ?? [];
  if (pick === undefined || id === undefined) return ok(undefined);
  const file = join(dir, ...lastReport);
  const report = await readReport(resolve(io.cwd, file), file);
  if (!report.ok) return report;
  const intent = resolveIntent(report.value, id);
  if (!intent.ok) return intent;
  const patch = report.value.patches.find((each) => each.intent === intent.value.id);
  const places = patch?.candidates ?? [];
  const place = places[pick - 1];
  if (place === undefined) return fail(noSuch(pick, intent.value.id, places.length));
  const { drift, path, kind, line, description } = place;
  return ok({
    ...(drift === undefined ? {} : { drift }),
    ...(path === undefined ? {} : { path }),
    kind,
    file: place.file,
    line,
    description,
  });
}

function noSuch(pick: number, intent: string, places: number): Problem {
  return {
    code: 'pick-unknown',
    message:
      places === 0
        ? `The last run has no patch for ${intent}, so there is no place to pick.`
        : `The last run has no place ${pick} for ${intent}: they are 1 to ${places}.`,
    hint: `\`parley explain ${intent}\` lists the places with their numbers.`,
  };
}
