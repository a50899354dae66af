import type { FileEdit, Impact, Refusal, TextEdit, Trace } from '../../model/patch.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Result } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { Attempt } from './attempt.ts';
import type { Choose, SiteChoice } from './choose.ts';
import type { EditSite } from './site.ts';
import type { Goal } from './types.ts';

/** What is traced: any goal, or a drift that no goal came of. */
export interface Traced {
  readonly drift: string;
  readonly address: string;
  readonly path?: AttributePath;
}

/** Files and what they mean. Immutable: an edit makes another one. */
export interface EditableCode {
  /** Texts by path, relative to the root, with forward slashes. */
  readonly tree: SourceTree;
}

/** A way to reach a goal, or why none is left to try. */
export type Route =
  | {
      /** The goal as this way reaches it: a created resource may stand at another address. */
      readonly goal: Goal;
      /** The likeliest first; computed on demand. */
      readonly sites: Iterable<EditSite>;
      /** Several layers may say it, each of which has to let go of it by an edit of its own. */
      readonly layered?: boolean;
    }
  | { readonly refusal: Refusal };

/** What became of a goal that is reached by several edits, one after the other. */
export type Stepwise<C extends EditableCode> =
  | { readonly kind: 'reached'; readonly choices: readonly SiteChoice<C>[] }
  | Extract<ReturnType<Choose<C>>, { kind: 'refused' }>;

/** Edits that were made without knowledge of each other, as one. */
export interface JointEdits {
  /** Whether a goal may be reached in one edit with others. */
  readonly allows: (goal: Goal) => boolean;
  /** Without what an edit of this file does for the looks of it alone. */
  readonly essential: (
    path: string,
    text: string,
    edits: readonly TextEdit[],
  ) => readonly TextEdit[];
  /** With the looks of the whole; undefined where they are no good edit of this file. */
  readonly laidOut: (
    path: string,
    text: string,
    edits: readonly TextEdit[],
  ) => readonly TextEdit[] | undefined;
}

/** Given what differs in each resource that was compared; true where no more have to be. */
export type EnoughImpacts = (found: readonly Impact[]) => boolean;

/**
 * A language that declares what drifts, as something to edit: all that choosing, trying, refusing
 * and proving edits asks of it. Every method is pure.
 */
export interface CodeBase<C extends EditableCode> {
  /** The code with edits made; fails where they do not fit its texts. */
  apply(code: C, files: readonly FileEdit[]): Result<C, Refusal>;
  /** Goals as what one edit may reach each: what has no text of its own is taken apart. */
  parts(code: C, goals: readonly Goal[]): readonly Goal[];
  /** Goals in the order in which they can be reached. */
  inOrder(goals: readonly Goal[]): readonly Goal[];
  /** Places where an edit would reach the goal as it is, the likeliest first. `goals`: all that are wanted. */
  sites(code: C, goal: Goal, goals: readonly Goal[]): Iterable<EditSite>;
  /** Ways to the goal, the best first; the refusal of the last one counts. */
  routes(code: C, goal: Goal, goals: readonly Goal[]): Iterable<Route>;
  /** By several edits that `choose` takes, for goals that need it; undefined for all others. */
  inSteps(code: C, goal: Goal, goals: readonly Goal[], choose: Choose<C>): Stepwise<C> | undefined;
  /** Which goals the code reaches. What many of them ask of is read once. */
  reached(code: C): (goal: Goal) => boolean;
  /** Every value that differs, by address, wherever it is evaluated; as many as are `enough`. */
  radius(before: C, after: C, enough?: EnoughImpacts): readonly Impact[];
  /** A goal that asks for a change; undefined where none does. */
  covering(goals: readonly Goal[], radius: readonly Impact[]): (impact: Impact) => Goal | undefined;
  /** Whether one text may well give what both goals want: `elsewhere` is a goal of other code. */
  maySettle(goal: Goal, other: Goal, elsewhere: boolean): boolean;
  /** Why nothing could be edited, and which line a person would have to change, and to what. */
  refusal(
    code: C,
    goal: Goal,
    trials: readonly Attempt<C>[],
    attempt: (site: EditSite) => Attempt<C>,
  ): Refusal;
  /** The refusal with what it does not say itself: where a person would begin, and to what end. */
  completed(code: C, goal: Goal, refusal: Refusal): Refusal;
  joint(code: C): JointEdits;
  /** What does not parse in a file after edits and did before; empty for files of other languages. */
  parseNotes(path: string, before: string | undefined, after: string): readonly string[];
  /** What edits of a file change outside of the places that they edit. */
  scopeNotes(file: FileEdit, tree: SourceTree): readonly string[];
  /** What a reader should know besides: of the patch as a whole. */
  notes(before: C, after: C, goals: readonly Goal[]): readonly string[];
  /** Where the declared value of an attribute comes from; it speaks of places, never values. */
  trace(code: C, of: Traced): Trace;
}
