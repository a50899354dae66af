import type { Impact } from '../../model/patch.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { firstWords } from '../../model/words.ts';
import { listedImpacts } from './listed.ts';
import type { Goal } from './types.ts';

/** The effect of an edit on another stack of the repository that reads the edited files. */
export interface StackReach {
  /** Name for readers: `envs/prod`. */
  readonly stack: string;
  /** Values that it changes there although that is not wanted. */
  readonly impacts: readonly Impact[];
  /** Values there that become what is wanted there too. */
  readonly settled: readonly Impact[];
  /** Instances whose blocks it edits, whether or not a value changes. */
  readonly touched: readonly string[];
  /** Why the code of the stack cannot be read. */
  readonly broken?: string;
  /** True if the state of the stack is not available, so the result is based on its code alone. */
  readonly onCode: boolean;
}

/** Compares the other stacks before and after an edit. Undefined if they cannot be determined. */
export type FindElsewhere = (
  before: SourceTree,
  after: SourceTree,
) => readonly StackReach[] | undefined;

/** The reason against an edit in stacks other than its own; undefined if there is none. */
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
  return more.length === 0 ? first : `${first} The same goes for ${more.length} more.`;
}

function spoilt(
  { stack, impacts, touched, broken }: StackReach,
  isRule: boolean,
): string | undefined {
  if (broken !== undefined) return `${stack} uses it, too, and cannot be read: ${broken}`;
  const [impact] = impacts;
  if (impact !== undefined) return `It would also change ${listedImpacts(impacts)} in ${stack}.`;
  const [address] = touched;
  if (!isRule || address === undefined) return undefined;
  return `It would also hold for ${address} in ${stack}.`;
}

/**
 * If nothing is known of other stacks, files in the root's own folder count as used by it alone.
 */
function unknownExternal(before: SourceTree, after: SourceTree): string | undefined {
  const path = [...after.keys()].find(
    (each) => each.startsWith('../') && before.get(each) !== after.get(each),
  );
  if (path === undefined) return undefined;
  return `The repository has too many files to tell what else uses ${path}.`;
}

/** Notes for the verification: the stacks for which an edit was found to be exact. */
export function elsewhereNotes(stacks: readonly StackReach[]): readonly string[] {
  if (stacks.length === 0) return [];
  const names = stacks.map(({ stack }) => stack);
  const settled = stacks.filter((each) => each.settled.length > 0);
  const others = settled.length === 0 ? 'Nothing changes elsewhere' : 'Nothing else changes';
  const guessed = stacks.filter(({ onCode }) => onCode).map(({ stack }) => stack);
  const count = names.length === 1 ? 'one other root reads' : `${names.length} other roots read`;
  return [
    ...settled.map((each) => `It also fixes ${listedImpacts(each.settled)} in ${each.stack}.`),
    `${others}; ${count} the edited files: ${firstWords(names, maxNames)}.`,
    ...(guessed.length === 0
      ? []
      : [
          `Judged by the code alone, since the state is not available here: ${guessed.length === names.length ? 'all of them' : firstWords(guessed, maxNames)}.`,
        ]),
  ];
}

const maxNames = 10;
