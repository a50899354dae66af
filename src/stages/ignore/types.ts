import type { AttributePath } from '../../model/path.ts';
import type { Place } from '../../model/result.ts';

/** A pattern for an entire text, in which `*` matches any text. */
export type Glob = string;

/** The conditions of a rule, all of which must hold. */
export interface IgnoreConditions {
  readonly type?: Glob;
  /** Id or import id of the resource in its cloud. */
  readonly id?: Glob;
  readonly address?: Glob;
  /** One glob for each step below the resource; deeper paths are covered too. */
  readonly path?: readonly Glob[];
  /** Principal, or id of the signature; every actor who took part must match it. */
  readonly actor?: Glob;
  /** `codebuild.amazonaws.com:StartBuild`; only calls without a translation have one. */
  readonly operation?: Glob;
}

/** A line of an ignore file. */
export interface IgnoreRule {
  readonly place: Place;
  /** `!`: includes again what an earlier line excludes. */
  readonly negated: boolean;
  readonly conditions: IgnoreConditions;
}

/** A finding that a rule may exclude. */
export interface IgnoreSubject {
  readonly type: string;
  readonly address: string;
  readonly ids: readonly string[];
  readonly path: AttributePath;
  /**
   * Names of each actor behind the changes, as the cloud itself recorded them. Undefined if one of
   * the actors is known only by what it claimed about itself.
   */
  readonly actors: readonly (readonly string[])[] | undefined;
  /** For a call without a translation: service and operation, separated by a colon. */
  readonly operation?: string;
}
