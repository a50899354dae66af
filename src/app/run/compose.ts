import { join, resolve } from 'node:path';
import { findTop } from '../../code/terraform/repository/top.ts';
import { withIncidentFile } from '../../config/incidents.ts';
import { unobeyedInDecisions } from '../../config/obeyed.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { resolveIntent } from '../../reconcile/decide/meant.ts';
import type { PatchingInput } from '../../reconcile/run-input.ts';
import { lastReport, readReport } from '../history/read-report.ts';
import { boundaryNear } from '../resource/near.ts';
import { createAdvisor } from './advisor.ts';
import { isRepeatable } from './again/ground.ts';
import { auditInput } from './audit-input.ts';
import { checkBaselineStore } from './baseline.ts';
import { type Composed, composeInput } from './compose-input.ts';
import { externalPolicyPort } from './external-policy.ts';
import { operationsIssue, projectKnowledge } from './knowledge.ts';
import type { RunOptions } from './options.ts';
import { hasHome, isReported } from './outputs.ts';
import { readSettings } from './own-settings.ts';
import { readRemembered } from './remembered.ts';
import type { RootWishes } from './root-wishes.ts';
import { readState } from './state.ts';

/** The composition root of commands: turns flags, files and the environment into the input of a run. */
export async function composeRun(
  io: Io,
  options: RunOptions,
  wishes: readonly RootWishes[] = [],
): Promise<Result<Composed>> {
  const {
    project: { dir },
    judging: { llm },
    delivery,
  } = options;
  const kept = await checkBaselineStore(io, options);
  if (!kept.ok) return kept;
  const events = await auditInput(io, options);
  if (!events.ok) return events;
  const root = resolve(io.cwd, dir);
  const own = await readSettings(io, root, options.project.config, {
    unobeyed: unobeyedInDecisions,
    check: operationsIssue,
  });
  if (!own.ok) return own;
  const config = await withIncidentFile(root, own.value);
  if (!config.ok) return config;
  const { state } = options.project;
  const flag = state === undefined ? undefined : { cwd: io.cwd, location: state };
  const pick = await pickedPlace(io, options);
  if (!pick.ok) return pick;
  const keepsFiles = await hasHome(root);
  const keeps = delivery.write === true || delivery.pr === true;
  const mayRepeat = isRepeatable(options) && wishes.length === 0;
  return composeInput(io, options, {
    config: config.value,
    code: {
      ...{ root, top: await findTop(root), path: root },
      boundary: boundaryNear(io, dir, keeps),
    },
    log: { events: events.value, known: projectKnowledge(io, dir) },
    state: {
      read: ({ isNeeded, workspace, backend }) =>
        readState(root, flag, config.value.state, {
          isNeeded,
          outside: { io, workspace, backend },
        }),
      ...(keepsFiles && { kept: join(root, '.parley', 'state-rows') }),
    },
    judging: {
      advisor: () =>
        createAdvisor(io, root, config.value, {
          ...(llm === undefined ? {} : { llm }),
          tried: options.proof.verify === 'plan',
        }),
      ...externalPolicyPort(io, root, config.value),
    },
    patching: {
      wishes,
      ...(pick.value === undefined ? {} : { pick: pick.value }),
      // Trying further places takes time, which is wasted where no report shows them.
      alternatives: (await isReported(io, options)) ? 3 : 0,
    },
    earlier: {
      isRepeatable: mayRepeat,
      remembered: () => readRemembered(io, dir, config.value, mayRepeat),
    },
    terraform: keepsFiles ? { installs: join(root, '.parley', 'terraform') } : {},
  });
}

/**
 * The place that `--pick` selects by the number that `parley explain` showed. The number refers to
 * the last report; it is translated into the place itself, so that it cannot mean another one
 * later.
 */
async function pickedPlace(
  io: Io,
  { project: { dir }, scope: { only, pick } }: RunOptions,
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
