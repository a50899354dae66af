import type { Json, JsonObject } from '../../model/json.ts';

/** The change of one resource, in the shape of its Terraform type or of a manifest. */
export interface MarkedChange {
  /** A Terraform type, or a Kubernetes type: `apps/Deployment`, `Deployment`. */
  readonly type: string;
  /** Left out if the resource did not exist, or no longer exists. */
  readonly before?: JsonObject;
  readonly after?: JsonObject;
  /** The places where values are masked or unknown, which are neither compared nor shown. */
  readonly unknown?: ChangeMark;
  /** The places where values are secret, which are compared but never shown. */
  readonly sensitive?: ChangeMark;
}

export interface ChangeMark {
  readonly before?: Marks;
  readonly after?: Marks;
}

/**
 * A tree in the shape of the resource with `true` at the marked places, like `after_unknown` and
 * `before_sensitive` in Terraform's plans. Other values mean nothing.
 */
export type Marks = Json;
