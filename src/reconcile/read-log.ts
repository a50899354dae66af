import type { Manifests } from '../code/manifests/sources/estate.ts';
import { programProblem } from '../code/terraform/program.ts';
import { createStateIndex } from '../code/terraform/state/index.ts';
import type { StateIndex } from '../code/terraform/state/types.ts';
import type { Unresolved } from '../model/report.ts';
import { fail, ok, type Result } from '../model/result.ts';
import type { IgnoreRule } from '../stages/ignore/types.ts';
import { readIgnoreRules } from './drift/apply-ignore-rules.ts';
import { type Ingested, ingest } from './ingest/ingest.ts';
import { createIrrelevantEvent } from './ingest/irrelevant.ts';
import { type Learning, learn } from './ingest/learn.ts';
import { checkRegions } from './ingest/regions.ts';
import { brokenCode, type Loaded, loadProject } from './managed/load-project.ts';
import { loadManifests } from './managed/objects.ts';
import { createTouchFinder } from './managed/unknown-call.ts';
import { unreadManifest } from './managed/unread-manifests.ts';
import type { RunInput } from './run-input.ts';
import { createTranslator } from './stages.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';

/** The starting point of a run: the code, the state, and the content of the log. */
export interface ReadLog {
  readonly watch: Stopwatch;
  readonly loaded: Loaded;
  readonly index: StateIndex;
  readonly manifests: Manifests | undefined;
  readonly ingested: Ingested;
  readonly rules: readonly IgnoreRule[];
  /** Findings on regions that do not exist. */
  readonly regions: readonly Unresolved[];
  readonly learning: Learning;
}

/**
 * Loads the code and reads the log, without what earlier runs remember. Fails if requested input
 * cannot be read; errors in single records are in the result.
 */
export async function readLog(input: RunInput): Promise<Result<ReadLog>> {
  const watch = createStopwatch(input.elapsed);
  const index = createStateIndex(input.state, input.providers.schema);
  const loaded = loadProject(input.code.tree, input.code.loadOptions, index);
  const broken =
    brokenCode(loaded.problems) ??
    unreadManifest(input.code.loadOptions, input.code.manifests ?? []);
  if (broken !== undefined) return fail(programProblem(input.code.loadOptions.product, broken));
  watch.lap('load');
  const { signatures } = input.log;
  const manifests = loadManifests(input.code.tree, input.code.manifests);
  const translate = createTranslator(input, loaded, index, manifests);
  const touched = createTouchFinder(input.state, index);
  const read = await ingest(input.log.items, {
    signatures,
    translate,
    touched,
    scopes: input.log.scopes,
    irrelevantEvent: createIrrelevantEvent(input.judging.adopt, index),
    traced: input.log.traced,
  });
  if (!read.ok) return read;
  const rules = readIgnoreRules(input.code.tree);
  if (!rules.ok) return rules;
  const regions = checkRegions(read.value);
  if (!regions.ok) return regions;
  watch.lap('ingest');
  const learning = await learn(input, read.value.events, index);
  return ok({
    ...{ watch, loaded, index, manifests, learning },
    ...{ ingested: read.value, rules: rules.value, regions: regions.value },
  });
}
