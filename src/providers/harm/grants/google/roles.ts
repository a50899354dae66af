import type { Severity } from '../../../../model/harm.ts';
import { own } from '../../../../model/json.ts';
import { lessBy } from '../aws/who.ts';

/** The reach of a role: everything in an organization or a project, or one resource. */
export type RoleReach = 'organization' | 'project' | 'resource';

export interface RoleWeight {
  readonly severity: Severity;
  /** Comes after "may now" and before `in this project`. */
  readonly may: string;
  /** True for custom roles, whose permissions are unknown. */
  readonly isOwn: boolean;
}

/**
 * The severity on a project. It is one higher in an organization or folder, and lower on one
 * resource.
 */
const named: Readonly<Record<string, readonly [Severity, string]>> = {
  'roles/owner': [5, 'do anything'],
  'roles/editor': [5, 'change anything'],
  'roles/viewer': [2, 'read everything'],
  'roles/browser': [1, 'list what there is'],
  'roles/iam.securityAdmin': [5, 'give anybody any role'],
  'roles/resourcemanager.organizationAdmin': [5, 'give anybody any role'],
  'roles/resourcemanager.folderAdmin': [5, 'give anybody any role'],
  'roles/resourcemanager.projectIamAdmin': [5, 'give anybody any role'],
  'roles/iam.roleAdmin': [5, 'change what roles allow'],
  'roles/iam.organizationRoleAdmin': [5, 'change what roles allow'],
  'roles/iam.serviceAccountAdmin': [5, 'manage service accounts'],
  'roles/iam.serviceAccountKeyAdmin': [5, 'create keys of service accounts'],
  'roles/iam.serviceAccountTokenCreator': [5, 'act as service accounts'],
  'roles/iam.serviceAccountUser': [4, 'run things as service accounts'],
  'roles/iam.workloadIdentityUser': [4, 'act as service accounts'],
  'roles/iam.workloadIdentityPoolAdmin': [5, 'let others act as service accounts'],
  'roles/orgpolicy.policyAdmin': [5, 'lift organization policies'],
  'roles/secretmanager.secretAccessor': [4, 'read secrets'],
  'roles/cloudkms.cryptoKeyDecrypter': [4, 'decrypt with keys'],
  'roles/cloudkms.cryptoKeyEncrypterDecrypter': [4, 'encrypt and decrypt with keys'],
  'roles/logging.admin': [4, 'change audit logs'],
  'roles/storage.objectViewer': [3, 'read objects'],
  'roles/storage.legacyObjectReader': [3, 'read objects'],
  'roles/bigquery.dataViewer': [3, 'read tables'],
  'roles/run.invoker': [2, 'call services'],
  'roles/cloudfunctions.invoker': [2, 'call functions'],
};

/** Roles that give their holder the permissions of other identities, even on one resource. */
const becoming =
  /^roles\/iam\.(?:serviceAccount(?:TokenCreator|KeyAdmin|Admin|User)|workloadIdentityUser)$/;

/** What a role allows, and how severe it is for someone to get it. */
export function roleWeight(role: string, reach: RoleReach): RoleWeight {
  const isOwn = !role.startsWith('roles/');
  const [base, may] = own(named, role) ?? unnamed(role);
  const severity = reach === 'organization' && base < 5 ? lessBy(5, 4 - base) : base;
  if (reach !== 'resource') return { severity, may, isOwn };
  return { severity: lessBy(base, becoming.test(role) ? 1 : 2), may, isOwn };
}

function unnamed(role: string): readonly [Severity, string] {
  const shown = `do what ${role} lets it`;
  if (!role.startsWith('roles/')) return [3, shown];
  if (/admin|owner/i.test(role)) return [4, shown];
  return /viewer|reader|accessor|browser|subscriber|monitor/i.test(role) ? [2, shown] : [3, shown];
}
