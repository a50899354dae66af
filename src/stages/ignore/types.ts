import type { AttributePath } from '../../model/path.ts';
import type { Place } from '../../model/result.ts';

/** A pattern for a whole text, in which `*` stands for anything. */
export type Glob = string;

/** What a rule may ask. All that it has must hold. */
export interface IgnoreConditions {
  readonly type?: Glob;
  /** Id or import id of the resource in its cloud. */
  readonly id?: Glob;
  readonly address?: Glob;
  /** Step by step from the resource down; it also covers what lies below. */
  readonly path?: readonly Glob[];
  /** Principal, or id of the signature, of everybody who took part. */
  readonly actor?: Glob;
  /** `codebuild.amazonaws.com:StartBuild`; only calls that nobody could translate have one. */
  readonly operation?: Glob;
}

/** A line of an ignore file. */
export interface IgnoreRule {
  readonly place: Place;
  /** `!`: takes back what an earlier line leaves out. */
  readonly negated: boolean;
  readonly conditions: IgnoreConditions;
}

/** A finding that a rule may leave out. */
export interface IgnoreSubject {
  readonly type: string;
  readonly address: string;
  readonly ids: readonly string[];
  readonly path: AttributePath;
  /**
   * Names of each actor whose changes are behind it: what the cloud itself recorded. Undefined when
   * one of them is known only by what they said of themselves.
   */
  readonly actors: readonly (readonly string[])[] | undefined;
  /** Of a call that nobody could translate: service and operation, with a colon between. */
  readonly operation?: string;
}
