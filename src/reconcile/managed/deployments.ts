import type { StateIndex } from '../../code/terraform/state/types.ts';
import { groupBy } from '../../model/group.ts';
import { compareText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { deployRunOf } from './code-behind.ts';

/** A period in which infrastructure as code changed managed resources. */
export interface Deployment {
  /** The deployer, according to the log. */
  readonly name: string;
  /** ISO 8601 UTC of the first and the last change. */
  readonly from: string;
  readonly to: string;
}

/** Milliseconds without a change after which a new deployment of the same deployer starts. */
const pause = 15 * 60_000;

type DeployEvent = Pick<KeptEvent, 'time' | 'actor' | 'translation'>;

/**
 * The deployments in a log: changes of managed resources by infrastructure as code and by the
 * deployers in the settings. Session names distinguish two runs of a role. No decision is based on
 * this, so names that callers merely claim may be shown.
 */
export function deploymentsIn(
  events: Iterable<DeployEvent>,
  index: Pick<StateIndex, 'find'>,
  deployers: readonly string[],
): readonly Deployment[] {
  const seen = [...events].flatMap((event) => {
    const run = deployRunOf(event.actor, deployers);
    // Checked second, since looking up managed resources is slow for many events, and few are by a
    // deployer.
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

/** `own` has the changes of one deployer, in order of time. */
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
