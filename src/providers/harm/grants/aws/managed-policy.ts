import type { Severity } from '../../../../model/harm.ts';
import { own } from '../../../../model/json.ts';
import { displayText } from '../../../../model/text.ts';

/** A policy that is attached by its ARN. */
export interface ManagedPolicy {
  readonly severity: Severity;
  /** Comes after "may now". */
  readonly text: string;
  /** True for a customer-managed policy, whose content is unknown. */
  readonly isOwn: boolean;
  /** True for a policy that only denies. */
  readonly denies: boolean;
}

const known: Readonly<Record<string, readonly [Severity, string]>> = {
  AdministratorAccess: [5, 'do anything to anything'],
  'AdministratorAccess-Amplify': [4, 'do nearly anything'],
  'AdministratorAccess-AWSElasticBeanstalk': [4, 'do nearly anything'],
  IAMFullAccess: [5, 'give itself any right'],
  PowerUserAccess: [4, 'do anything but manage users and roles'],
  AWSOrganizationsFullAccess: [5, 'change guardrails of all accounts'],
  AWSSSOMasterAccountAdministrator: [5, 'give anybody any right'],
  SystemAdministrator: [4, 'manage most services'],
  DatabaseAdministrator: [4, 'manage all databases'],
  NetworkAdministrator: [4, 'change all networks'],
  AWSKeyManagementServicePowerUser: [4, 'manage keys'],
  SecretsManagerReadWrite: [4, 'read and write every secret'],
  DataScientist: [3, 'work on all data of analytics'],
  Billing: [3, 'change billing'],
  ReadOnlyAccess: [3, 'read everything'],
  SecurityAudit: [2, 'read all settings'],
  ViewOnlyAccess: [1, 'list resources'],
  SupportUser: [2, 'read settings and open cases'],
  AmazonSSMManagedInstanceCore: [2, 'be managed by Systems Manager'],
};
/** Policies that block leaked keys, or deny everything. */
const denying = /^(?:AWSDenyAll|AWSCompromisedKeyQuarantine.*)$/;
const rulers =
  /^(?:AWSKeyManagement|AWSOrganizations|IdentityAccess|AWSSSO|AWSCloudTrail|IAM|AmazonSSM|SecretsManager)/;

/** What is known about a policy by its ARN. */
export function managedPolicy(arn: string): ManagedPolicy {
  const name = arn.slice(arn.lastIndexOf('/') + 1);
  const isOwn = !/^arn:[^:]*:iam::aws:policy\//.test(arn);
  const shown = displayText(name, 80);
  if (isOwn) return { severity: 3, text: `do what ${shown} lets it`, isOwn, denies: false };
  const flags = { isOwn, denies: denying.test(name) };
  if (flags.denies) return { severity: 4, text: 'do what it has rights to', ...flags };
  const [severity, text] = own(known, name) ?? [];
  if (severity !== undefined && text !== undefined) return { severity, text, ...flags };
  if (arn.includes(':policy/service-role/') || arn.includes(':policy/aws-service-role/')) {
    return { severity: 2, text: `do what ${shown} lets it`, ...flags };
  }
  return { severity: byName(name), text: `do what ${shown} lets it`, ...flags };
}

function byName(name: string): Severity {
  if (/FullAccess|Administrator|PowerUser/.test(name)) return rulers.test(name) ? 5 : 4;
  if (/ReadOnly|ViewOnly|Audit|Reader/.test(name)) return 2;
  return 3;
}
