import type { Impact } from '../../model/patch.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { listedWords } from './listed.ts';
import type { Goal } from './types.ts';

/** What an edit does to another stack of the repository that reads the edited files. */
export interface StackReach {
  /** For people: `envs/prod`. */
  readonly stack: string;
  /** Values that it changes there, and that nobody wants changed. */
  readonly impacts: readonly Impact[];
  /** Values that become what is wanted there, too. */
  readonly settled: readonly Impact[];
  /** Instances whose blocks it touches, whether or not a value changes. */
  readonly touched: readonly string[];
  /** Why its code cannot be read. */
  readonly broken?: string;
  /** Its state is not known here, so that this follows from its code alone. */
  readonly onCode: boolean;
}

/** Compares the other stacks before and after an edit. Undefined where they cannot be determined. */
export type FindElsewhere = (
  before: SourceTree,
  after: SourceTree,
) => readonly StackReach[] | undefined;

/** What speaks against an edit outside of the stack that it is made for. */
export function objectionElsewhere(
  find: FindElsewhere,
  before: SourceTree,
  after: SourceTree,
  goals: readonly Pick<Goal, 'kind'>[],
): string | undefined {
  const stacks = find(before, after);
  if (stacks === undefined) return unknownExternal(before, after);
  const isRule = goals.some(({ kind }) => kind === 'ignore' || kind === 'unignore');
  const [first, ...more] = stacks.flatMap((each) => spoilt(each, isRule) ?? []);
  if (first === undefined) return undefined;
  return more.length === 0 ? first : `${first} So it would in ${more.length} more.`;
}

function spoilt(
  { stack, impacts, touched, broken }: StackReach,
  isRule: boolean,
): string | undefined {
  if (broken !== undefined) return `${stack} uses it, too, and cannot be read: ${broken}`;
  const [impact] = impacts;
  if (impact !== undefined) return `It would also change ${listedWords(impacts)} in ${stack}.`;
  const [address] = touched;
  if (!isRule || address === undefined) return undefined;
  return `It would also hold for ${address} in ${stack}.`;
}

/** Files of the root's own folder are its own where nothing else is known. */
function unknownExternal(before: SourceTree, after: SourceTree): string | undefined {
  const path = [...after.keys()].find(
    (each) => each.startsWith('../') && before.get(each) !== after.get(each),
  );
  if (path === undefined) return undefined;
  return `The repository has too many files to tell who else uses ${path}.`;
}

/** For the proof: the stacks that an edit was found exact over. */
export function elsewhereNotes(stacks: readonly StackReach[]): readonly string[] {
  if (stacks.length === 0) return [];
  const names = stacks.map(({ stack }) => stack);
  const settled = stacks.filter((each) => each.settled.length > 0);
  const others = settled.length === 0 ? 'Nothing changes elsewhere' : 'Nothing else changes';
  const guessed = stacks.filter(({ onCode }) => onCode).map(({ stack }) => stack);
  const count = names.length === 1 ? 'one other root reads' : `${names.length} other roots read`;
  return [
    ...settled.map((each) => `It also fixes ${listedWords(each.settled)} in ${each.stack}.`),
    `${others}; ${count} the edited files: ${shortList(names)}.`,
    ...(guessed.length === 0
      ? []
      : [
          `Judged by the code alone, since the state is not available here: ${guessed.length === names.length ? 'all of them' : shortList(guessed)}.`,
        ]),
  ];
}

const maxNames = 10;

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}
