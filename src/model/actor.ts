import { z } from 'zod';
import { reportText } from './report-schema/terms.ts';

/**
 * The kind of party that acts. `iac` is Terraform, OpenTofu or CloudFormation; `provider` is the
 * cloud itself.
 */
export const actorClasses = [
  'human',
  'iac',
  'controller',
  'security',
  'compliance',
  'cost',
  'pipeline',
  'agent',
  'provider',
  'unknown',
] as const;

export type ActorClass = (typeof actorClasses)[number];

/** Who acted, as far as the record shows, with the signature that decided the class. */
export const Actor = z.object({
  class: z.enum(actorClasses),
  /**
   * The stable identity: the ARN of the role or user, without the session. The caller cannot choose
   * it.
   */
  principal: reportText,
  /** The name that a person would use: `alice@example.com`, `role/deploy`, `Auto Scaling`. */
  name: reportText,
  /** Chosen by the caller, so it is a label and proves nothing. */
  session: reportText.exactOptional(),
  /** The AWS service or delegate that made the call on the principal's behalf. */
  via: reportText.exactOptional(),
  /** Id of the signature in `src/evidence/actor` (or `parley.yaml`) that matched. */
  signature: reportText,
  /**
   * What the class is based on. `trusted`: something that the cloud itself wrote (principal,
   * service-linked role, calling service, console flag). `claimed`: something that the caller chose
   * (user agent, session name); it is a label, and must never suppress or approve a change on its
   * own.
   */
  evidence: z.enum(['trusted', 'claimed']),
});

export type Actor = Readonly<z.output<typeof Actor>>;
export type ActorEvidence = Actor['evidence'];

/** The signature of a change that only a read-back shows and no event explains. */
export const unexplainedActor = 'no-audit-event';

/** True for a change without a known actor: a read-back showed a value that no event explains. */
export function isNobody({ signature }: Actor): boolean {
  return signature === unexplainedActor;
}
