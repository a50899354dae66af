/**
 * The kind of party that acts. `iac` is Terraform, OpenTofu or CloudFormation; `provider` is the
 * cloud itself.
 */
export type ActorClass =
  | 'human'
  | 'iac'
  | 'controller'
  | 'security'
  | 'compliance'
  | 'cost'
  | 'pipeline'
  | 'agent'
  | 'provider'
  | 'unknown';

export const actorClasses: readonly ActorClass[] = [
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
];

/**
 * What the class is based on. `trusted`: something that the cloud itself wrote (principal,
 * service-linked role, calling service, console flag). `claimed`: something that the caller chose
 * (user agent, session name); it is a label, and must never suppress or approve a change on its
 * own.
 */
export type ActorEvidence = 'trusted' | 'claimed';

/** Who acted, as far as the record shows, with the signature that decided the class. */
export interface Actor {
  readonly class: ActorClass;
  /**
   * The stable identity: the ARN of the role or user, without the session. The caller cannot choose
   * it.
   */
  readonly principal: string;
  /** The name that a person would use: `alice@example.com`, `role/deploy`, `Auto Scaling`. */
  readonly name: string;
  /** Chosen by the caller, so it is a label and proves nothing. */
  readonly session?: string;
  /** The AWS service or delegate that made the call on the principal's behalf. */
  readonly via?: string;
  /** Id of the signature in `src/evidence/actor` (or `parley.yaml`) that matched. */
  readonly signature: string;
  readonly evidence: ActorEvidence;
}

/** The signature of a change that only a read-back shows and no event explains. */
export const unexplainedActor = 'no-audit-event';

/** True for a change without a known actor: a read-back showed a value that no event explains. */
export function isNobody({ signature }: Actor): boolean {
  return signature === unexplainedActor;
}
