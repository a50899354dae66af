import { join, resolve } from 'node:path';
import { findTop } from '../../code/terraform/repository/top.ts';
import { withIncidentFile } from '../../config/incidents.ts';
import { unobeyedInDecisions } from '../../config/obeyed.ts';
import type { Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
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
import { pickedPlace } from './picked-place.ts';
import { readRemembered } from './remembered.ts';
import type { RootWishes } from './root-wishes.ts';
import { readState } from './state.ts';

/** The composition root of commands: turns flags, files and the environment into the input of a run. */
export async function composeRun(
  io: Io,
  options: RunOptions,
  wishes: readonly RootWishes[] = [],
): Promise<Result<Composed>> {
  const kept = await checkBaselineStore(io, options);
  if (!kept.ok) return kept;
  const events = await auditInput(io, options);
  if (!events.ok) return events;
  const root = resolve(io.cwd, options.dir);
  const own = await readSettings(io, root, options.config, {
    unobeyed: unobeyedInDecisions,
    check: operationsIssue,
  });
  if (!own.ok) return own;
  const config = await withIncidentFile(root, own.value);
  if (!config.ok) return config;
  const flag = options.state === undefined ? undefined : { cwd: io.cwd, location: options.state };
  const pick = await pickedPlace(io, options);
  if (!pick.ok) return pick;
  const keeps = options.write === true || options.pr === true;
  return composeInput(io, options, {
    boundary: boundaryNear(io, options.dir, keeps),
    ...(pick.value === undefined ? {} : { pick: pick.value }),
    root,
    wishes,
    top: await findTop(root),
    path: root,
    config: config.value,
    events: events.value,
    state: ({ isNeeded, workspace, backend }) =>
      readState(root, flag, config.value.state, {
        isNeeded,
        outside: { io, workspace, backend },
      }),
    isRepeatable: isRepeatable(options) && wishes.length === 0,
    remembered: () =>
      readRemembered(io, options.dir, config.value, isRepeatable(options) && wishes.length === 0),
    known: projectKnowledge(io, options.dir),
    advisor: () =>
      createAdvisor(io, root, config.value, {
        ...(options.llm === undefined ? {} : { llm: options.llm }),
        tried: options.verify === 'plan',
      }),
    external: externalPolicyPort(io, root, config.value),
    ...((await hasHome(root)) && {
      installs: join(root, '.parley', 'terraform'),
      keptState: join(root, '.parley', 'state-rows'),
    }),
    // Trying further places takes time, which is wasted where no report shows them.
    alternatives: (await isReported(io, options)) ? 3 : 0,
  });
}
