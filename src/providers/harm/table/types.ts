import type { HarmRule } from './rule.ts';

/** The known harms by type; see docs/harm.md. */
export interface HarmFacts {
  /**
   * The rules of a Terraform type or of a Kubernetes type (`apps/Deployment`, `Deployment`),
   * including those for every type of its provider; empty for an unknown type.
   */
  rules(type: string): readonly HarmRule[];
  /** Lower-case value -> rank, 1 the weakest; undefined for an unknown order. */
  order(name: string): ReadonlyMap<string, number> | undefined;
  /** Members in lower case; undefined for an unknown set. */
  set(name: string): ReadonlySet<string> | undefined;
}
