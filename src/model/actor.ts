/** What kind of party acts. `iac` is Terraform, OpenTofu or CloudFormation; `provider` the cloud itself. */
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
 * What decided the class. `trusted`: something the cloud wrote itself (principal, service-linked
 * role, calling service, console flag). `claimed`: something the caller chose (user agent, session
 * name); it labels, and must never alone suppress or approve a change.
 */
export type ActorEvidence = 'trusted' | 'claimed';

/** Who acted, as far as the record shows, and which signature decided the class. */
export interface Actor {
  readonly class: ActorClass;
  /** Stable identity: the role or user ARN, without the session. Not caller-controlled. */
  readonly principal: string;
  /** How a person would name them: `alice@example.com`, `role/deploy`, `Auto Scaling`. */
  readonly name: string;
  /** Session name, which the caller chose freely: a label, never a proof. */
  readonly session?: string;
  /** The AWS service or delegate that called on the principal's behalf. */
  readonly via?: string;
  /** Id of the signature in `src/evidence/actor` (or `parley.yaml`) that matched. */
  readonly signature: string;
  readonly evidence: ActorEvidence;
}
