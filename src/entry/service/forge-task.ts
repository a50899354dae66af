import { randomUUID } from 'node:crypto';
import { type SweepRequest, sweep } from '../../app/feedback/sweep.ts';
import { milliseconds } from '../../config/duration.ts';
import { feedbackDeps, type HandlerDeps } from './handlers.ts';
import { problemFields } from './observe.ts';
import type { PeriodicTask } from './timers.ts';

/** Milliseconds between two checks of which forges are due, at most. */
const sweepPause = 60_000;

/** Finds what no webhook reported. */
export function forgeTask(deps: HandlerDeps, signal: AbortSignal): PeriodicTask {
  const every = milliseconds(deps.service.settings.look_every);
  const by = `sweep ${randomUUID()}`;
  const looking = feedbackDeps(deps);
  const onEvent: SweepRequest['onEvent'] = ({ tenant, name }, problem) =>
    deps.log.warn('forge not looked at', { tenant, stack: name, ...problemFields(problem) });
  return {
    name: 'forges',
    pause: Math.min(every, sweepPause),
    run: () => sweep(looking, { by, every, signal, onEvent }),
  };
}
