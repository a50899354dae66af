import type { Effect } from '../../model/effect.ts';
import { type End, makePassed } from '../../model/passing.ts';
import type { Reverted } from '../../model/reverted.ts';
import { type JudgedLeaf, judgedLeaves } from './attributes.ts';
import { hiddenWrites, rootsOf } from './history.ts';
import { movesIn } from './life.ts';
import type { DriftOutcomes } from './outcomes.ts';
import type { ManagedResources } from './report.ts';
import { becauseOf, dispositions } from './report.ts';
import type { NetDriftInput } from './types.ts';

/** Why the values of a resource no longer count as drift. */
export interface EndedDrift {
  readonly ending: 'deleted' | 'undeclared';
  /** The reason, to complete a sentence that begins with the event. */
  readonly because: string;
  readonly end?: End;
}

/**
 * The changes that were made to a resource that has since been removed from the code or the cloud.
 */
export function foldEnded(
  input: NetDriftInput,
  resource: ManagedResources,
  effects: readonly Effect[],
  ended: EndedDrift,
  outcomes: DriftOutcomes,
): readonly Reverted[] {
  // What the deletion itself removed is reported with the resource.
  const moves = movesIn(input, resource, effects).filter(({ event }) => event !== ended.end?.event);
  for (const { event } of hiddenWrites(moves)) outcomes.add(event, 'superseded', ended.because);
  return rootsOf(moves).flatMap((root) =>
    judgedLeaves(input, resource, root, moves).flatMap(
      (leaf) => foldLeaf(resource, leaf, ended, outcomes) ?? [],
    ),
  );
}

function foldLeaf(
  resource: ManagedResources,
  leaf: JudgedLeaf,
  { ending, because, end }: EndedDrift,
  outcomes: DriftOutcomes,
): Reverted | undefined {
  const { judgment, path, writes, away } = leaf;
  if (judgment === 'computed' || judgment === 'ignored' || judgment === 'delegated') {
    for (const { event } of writes) {
      outcomes.add(event, dispositions[judgment], becauseOf(judgment, path));
    }
    return undefined;
  }
  const isBack = away.at(-1) === false;
  for (const { event } of writes) {
    if (isBack) outcomes.add(event, 'reverted', becauseOf('reverted', path));
    else outcomes.add(event, 'superseded', because);
  }
  return makePassed(resource, leaf, away, isBack ? 'put-back' : ending, isBack ? {} : end);
}

/** The deletion that ended a resource; empty if it is not in the log. */
export function driftEnd(effects: readonly Effect[]): End {
  const last = effects.findLast(({ change }) => change.kind === 'delete');
  return last === undefined ? {} : { event: last.event, time: last.time };
}
