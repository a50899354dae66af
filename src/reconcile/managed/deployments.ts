import type { StateIndex } from '../../code/terraform/state/types.ts';
import { groupBy } from '../../model/group.ts';
import { compareText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { deployRunOf } from './code-behind.ts';

/** A stretch of time in which infrastructure as code changed what is managed. */
export interface Deployment {
  /** Who deployed, as far as the log says. */
  readonly name: string;
  /** ISO 8601 UTC of the first and the last change. */
  readonly from: string;
  readonly to: string;
}

/** Milliseconds without a change after which the same deployer is at another deployment. */
const pause = 15 * 60_000;

type DeployEvent = Pick<KeptEvent, 'time' | 'actor' | 'translation'>;

/**
 * The deployments that a log shows: changes of what is managed by infrastructure as code and by those
 * whom the settings call deployers. Session names tell two runs of a role apart. Nothing is decided
 * by it, so that what a caller claims to be may be shown.
 */
export function deploymentsIn(
  events: Iterable<DeployEvent>,
  index: Pick<StateIndex, 'find'>,
  deployers: readonly string[],
): readonly Deployment[] {
  const seen = [...events].flatMap((event) => {
    const run = deployRunOf(event.actor, deployers);
    // What is managed is searched for, which is long for many events; few are of a deployer.
    if (run === undefined || !isOnManaged(event, index)) return [];
    const { principal, session = '' } = event.actor;
    return [
      { name: run.name, by: JSON.stringify([principal, session]), time: Date.parse(event.time) },
    ];
  });
  return [...groupBy(seen, ({ by }) => by).values()]
    .flatMap((own) => stretchesOf(own.toSorted((a, b) => a.time - b.time)))
    .sort((a, b) => compareText(a.from, b.from) || compareText(a.name, b.name));
}

function isOnManaged({ translation }: DeployEvent, index: Pick<StateIndex, 'find'>): boolean {
  if (translation.kind !== 'effects') return false;
  return translation.effects.some(({ resource }) => index.find(resource).kind === 'found');
}

/** `own` is of one deployer, in order of time. */
function stretchesOf(
  own: readonly { readonly name: string; readonly time: number }[],
): readonly Deployment[] {
  const stretches: { name: string; from: number; to: number }[] = [];
  for (const { name, time } of own) {
    const last = stretches.at(-1);
    if (last !== undefined && time - last.to <= pause) last.to = time;
    else stretches.push({ name, from: time, to: time });
  }
  return stretches.map(({ name, from, to }) => ({ name, from: isoOf(from), to: isoOf(to) }));
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
