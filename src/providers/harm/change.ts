import type { Json, JsonObject } from '../../model/json.ts';

/** What became of one resource, in the shape of its Terraform type, or of a manifest. */
export interface MarkedChange {
  /** Terraform type, or a type of Kubernetes: `apps/Deployment`, `Deployment`. */
  readonly type: string;
  /** Left out where the resource did not exist, or does not any more. */
  readonly before?: JsonObject;
  readonly after?: JsonObject;
  /** Where values are masked or not known: neither compared nor shown. */
  readonly unknown?: ChangeMark;
  /** Where values are secret: compared, and never shown. */
  readonly sensitive?: ChangeMark;
}

/** Marks for both sides. */
export interface ChangeMark {
  readonly before?: Marks;
  readonly after?: Marks;
}

/**
 * A tree in the shape of the resource with `true` where something is so, as `after_unknown` and
 * `before_sensitive` of Terraform's plans; anything else says nothing.
 */
export type Marks = Json;
