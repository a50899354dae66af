import type { FileEdit, Impact, Refusal, TextEdit, Trace } from '../../model/patch.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Result } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { Attempt } from './attempt.ts';
import type { Choose, SiteChoice } from './choose.ts';
import type { NamedLine } from './place.ts';
import type { EditSite } from './site.ts';
import type { Goal } from './types.ts';

/** What is traced: any goal, or a drift without a goal. */
export interface Traced {
  readonly drift: string;
  readonly address: string;
  readonly path?: AttributePath;
}

/** Files and their meaning. Immutable: an edit creates another instance. */
export interface EditableCode {
  /** Texts by path, relative to the root, with forward slashes. */
  readonly tree: SourceTree;
}

/** A way to reach a goal, or the reason why none is left to try. */
export type Route =
  | {
      /** The goal as reached by this route: a created resource may get another address. */
      readonly goal: Goal;
      /** The most likely place first; computed on demand. */
      readonly sites: Iterable<EditSite>;
      /** Several layers may set the value, and each needs its own edit to stop doing so. */
      readonly layered?: boolean;
    }
  | { readonly refusal: Refusal };

/** The result for a goal that is reached by several edits, one after the other. */
export type Stepwise<C extends EditableCode> =
  | { readonly kind: 'reached'; readonly choices: readonly SiteChoice<C>[] }
  | Extract<ReturnType<Choose<C>>, { kind: 'refused' }>;

/** A reason in the code itself against an edit. */
export interface Forbidden {
  /** A sentence. */
  readonly because: string;
  /** The places that would be left without what they need. */
  readonly needed?: readonly NamedLine[];
}

/** How to combine edits that were made independently of each other. */
export interface JointEdits {
  /** Whether a goal may be reached in one edit together with others. */
  readonly allows: (goal: Goal) => boolean;
  /** The edits of a file without those that only affect its layout. */
  readonly essential: (
    path: string,
    text: string,
    edits: readonly TextEdit[],
  ) => readonly TextEdit[];
  /**
   * The combined edits with their layout restored; undefined if they cannot be applied to this
   * file.
   */
  readonly laidOut: (
    path: string,
    text: string,
    edits: readonly TextEdit[],
  ) => readonly TextEdit[] | undefined;
}

/**
 * Called with the differences in each resource that was compared; returns true if no more have to
 * be compared.
 */
export type EnoughImpacts = (found: readonly Impact[]) => boolean;

/**
 * A language that declares what drifts, in editable form: everything needed to choose, try, refuse
 * and verify edits. Every method is pure.
 */
export interface CodeBase<C extends EditableCode> {
  /** The code with the edits applied; fails if they do not fit its texts. */
  apply(code: C, files: readonly FileEdit[]): Result<C, Refusal>;
  /**
   * Splits goals into parts that one edit can reach each, if their value is not written in one
   * place.
   */
  parts(code: C, goals: readonly Goal[]): readonly Goal[];
  /** The goals in the order in which they can be reached. */
  inOrder(goals: readonly Goal[]): readonly Goal[];
  /**
   * Places where an edit would reach the goal directly, the most likely first. `goals` are all
   * goals.
   */
  sites(code: C, goal: Goal, goals: readonly Goal[]): Iterable<EditSite>;
  /** Routes to the goal, the best first. If all fail, the refusal of the last one counts. */
  routes(code: C, goal: Goal, goals: readonly Goal[]): Iterable<Route>;
  /**
   * Reaches a goal that needs several edits, each taken from `choose`; undefined for all other
   * goals.
   */
  inSteps(code: C, goal: Goal, goals: readonly Goal[], choose: Choose<C>): Stepwise<C> | undefined;
  /** A test for whether the code reaches a goal. What many goals have in common is read once. */
  reached(code: C): (goal: Goal) => boolean;
  /**
   * Every value that differs, by address, wherever it is evaluated; stops early if `enough` returns
   * true.
   */
  radius(before: C, after: C, enough?: EnoughImpacts): readonly Impact[];
  /**
   * Why the code does not allow what an edit makes of it: its own rules, or what would refer to
   * nothing. `goals` are still to be reached, so what they take out does not count.
   */
  forbids(before: C, after: C, goals: readonly Goal[]): Forbidden | undefined;
  /**
   * True if an edit of these files leaves alternatives that no longer differ. It yields to one that
   * writes the value plainly.
   */
  repeats(before: C, after: C, files: readonly FileEdit[]): boolean;
  /** Returns a function that finds a goal which asks for a change; undefined if none does. */
  covering(goals: readonly Goal[], radius: readonly Impact[]): (impact: Impact) => Goal | undefined;
  /**
   * Whether one text may provide the value of both goals. `elsewhere`: `other` is a goal for other
   * code.
   */
  maySettle(goal: Goal, other: Goal, elsewhere: boolean): boolean;
  /**
   * Why no edit was possible, with the line that a person would have to change and the new value.
   */
  refusal(
    code: C,
    goal: Goal,
    trials: readonly Attempt<C>[],
    attempt: (site: EditSite) => Attempt<C>,
  ): Refusal;
  /** Adds what the refusal lacks: where a person would start, and what to do there. */
  completed(code: C, goal: Goal, refusal: Refusal): Refusal;
  joint(code: C): JointEdits;
  /**
   * Notes on a file that parsed before the edits and no longer does; empty for files of other
   * languages.
   */
  parseNotes(path: string, before: string | undefined, after: string): readonly string[];
  /** Notes on changes outside the places that the edits of a file are meant for. */
  scopeNotes(file: FileEdit, tree: SourceTree): readonly string[];
  /** Further notes for readers on the patch as a whole. */
  notes(before: C, after: C, goals: readonly Goal[]): readonly string[];
  /** Where the declared value of an attribute comes from. Contains places, but no values. */
  trace(code: C, of: Traced): Trace;
}
