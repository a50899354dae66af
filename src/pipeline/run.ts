import { fail, ok, type Result } from '../model/result.ts';
import type { TraceLine } from '../model/trace.ts';
import { createStateIndex } from '../terraform/state/index.ts';
import { gather } from './gather.ts';
import { loadProject, syntaxError } from './load-project.ts';
import { patchIntents } from './patch-intents.ts';
import { checkRegions } from './regions.ts';
import { makeReport } from './report.ts';
import type { RunInput, RunResult } from './run-types.ts';
import { arbitrate, createTranslator, foldDrift, infer, patchTools, type Stage } from './stages.ts';
import { createStopwatch } from './stopwatch.ts';
import { sortTrace } from './trace-line.ts';
import { traceOutcomes } from './trace-outcomes.ts';
import { collectEffects } from './translate.ts';
import { unresolvedFrom } from './unresolved.ts';

/**
 * From audit records to decisions and verified patches: the order of the stages. Fails when input
 * that was asked for cannot be read; what is wrong with single records is in the report.
 */
export async function run(input: RunInput): Promise<Result<RunResult>> {
  const watch = createStopwatch(input.elapsed);
  const index = createStateIndex(input.state, input.schema);
  const loaded = loadProject(input.tree, input.loadOptions, index);
  const broken = syntaxError(loaded.problems);
  if (broken !== undefined) return fail(broken);
  watch.lap('load');
  const { signatures } = input;
  const translate = createTranslator(input, loaded, index);
  const read = await gather(input.items, { signatures, translate });
  if (!read.ok) return read;
  const gathered = read.value;
  const regions = checkRegions([...gathered.events.values()]);
  if (!regions.ok) return regions;
  watch.lap('ingest');
  const stage: Stage = { input, gathered, loaded, index };
  const translated = collectEffects(gathered.events.values());
  const net = foldDrift(stage, translated.effects);
  watch.lap('drift');
  const intents = infer(stage, net);
  const decisions = arbitrate(stage, net, intents);
  watch.lap('decide');
  const patching = patchIntents(
    patchTools(stage),
    loaded.project,
    intents,
    decisions,
    new Map(net.drifts.map((drift) => [drift.id, drift])),
    input.patches === 'stacked',
  );
  watch.lap('patch');
  const trace: readonly TraceLine[] = [
    ...gathered.trace,
    ...translated.trace,
    ...traceOutcomes(net, gathered.events),
  ];
  const unresolved = [
    ...loaded.problems.map((problem) => unresolvedFrom(problem)),
    ...gathered.unresolved,
    ...regions.value,
    ...translated.unresolved,
    ...patching.unresolved,
  ];
  const { patched } = patching;
  return ok({
    report: makeReport(stage, { net, intents, decisions, patched, unresolved }, watch.laps()),
    trace: sortTrace(trace),
    patched,
    project: patching.project,
    original: loaded.project,
  });
}
