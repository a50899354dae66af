import type { HarmRule } from './rule.ts';

/** What is known of harm, by type; see docs/harm.md. */
export interface HarmFacts {
  /**
   * The rules of a Terraform type, or of a type of Kubernetes (`apps/Deployment`, `Deployment`),
   * with those that hold for every type of its provider; empty for an unknown type.
   */
  rules(type: string): readonly HarmRule[];
  /** Value in lower case -> rank, 1 the weakest; undefined for an order that does not exist. */
  order(name: string): ReadonlyMap<string, number> | undefined;
  /** Members in lower case; undefined for a set that does not exist. */
  set(name: string): ReadonlySet<string> | undefined;
}
