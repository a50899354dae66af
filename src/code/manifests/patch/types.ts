import type { Json, JsonObject } from '../../../model/json.ts';
import type { Candidate, FileEdit, Impact, Refusal, TraceStep } from '../../../model/patch.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Result } from '../../../model/result.ts';
import type { Manifests } from '../sources/estate.ts';

interface GoalBase {
  /** Id of the drift it comes from. */
  readonly drift: string;
  readonly address: string;
  /** `apps/Deployment` */
  readonly type: string;
}

/** What a verdict asks of the manifests. */
export type ManifestGoal = GoalBase &
  (
    | {
        readonly kind: 'value';
        readonly path: AttributePath;
        /** Undefined: the manifests should not set it. */
        readonly value: Json | undefined;
      }
    /** Somebody else owns the field: the manifests should leave it open. */
    | { readonly kind: 'release'; readonly path: AttributePath }
    | { readonly kind: 'create'; readonly attributes: JsonObject; readonly isHidden: boolean }
    | { readonly kind: 'delete' }
  );

/** Texts of files after an edit; undefined for none. */
export type Edited = ReadonlyMap<string, string>;

/** A place that could be edited to reach a goal. */
export interface ManifestSite {
  /** `manifest`, `patch`, `replicas entry`, `values file`, ... */
  readonly kind: string;
  readonly file: string;
  /** What is edited, as a person would call it. */
  readonly label: string;
  /** Taken only where an edit of another place would change what nobody asked for. */
  readonly isLast?: true;
  readonly edit: () => Result<Edited, Refusal>;
}

export interface ManifestSynthesis {
  readonly reached: readonly ManifestGoal[];
  readonly refused: readonly {
    readonly goal: ManifestGoal;
    readonly refusal: Refusal;
    readonly candidates: readonly Candidate[];
  }[];
  readonly manifests: Manifests;
  /** Edits on the files that were given. */
  readonly files: readonly FileEdit[];
  readonly sites: readonly string[];
  readonly radius: readonly Impact[];
  readonly candidates: readonly Candidate[];
  readonly traces: ReadonlyMap<string, readonly TraceStep[]>;
  readonly passed: boolean;
  readonly notes: readonly string[];
}
