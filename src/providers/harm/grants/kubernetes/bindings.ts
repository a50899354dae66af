import type { Severity } from '../../../../model/harm.ts';
import { type JsonObject, jsonAt, own } from '../../../../model/json.ts';
import { displayText } from '../../../../model/text.ts';
import { type GrantWeight, judgeAssignments, type RoleAssignment } from '../assignments.ts';
import { lessBy, worseGrant } from '../aws/who.ts';
import type { GrantJudgment } from '../types.ts';
import { childObjectsAt } from './object.ts';

/** Built-in subjects whose members nobody controls. */
const publicCallers: Readonly<Record<string, string>> = {
  'group:system:unauthenticated': 'Everyone',
  'user:system:anonymous': 'Everyone',
  'group:system:authenticated': 'Everyone who can log in to the cluster',
  'group:system:serviceaccounts': 'Every pod of the cluster',
};

/** The severity in the entire cluster, and what the default roles of every cluster allow. */
const roles: Readonly<Record<string, readonly [Severity, string]>> = {
  'cluster-admin': [5, 'do anything to anything'],
  admin: [4, 'change anything but quotas'],
  edit: [4, 'change anything and read secrets'],
  view: [2, 'read all but secrets'],
  'system:masters': [5, 'do anything to anything'],
  'system:node': [4, 'act as nodes'],
  'system:kube-controller-manager': [4, 'act as the control plane'],
  'system:discovery': [1, 'see what the cluster serves'],
  'system:basic-user': [1, 'see what the cluster serves'],
  'system:public-info-viewer': [1, 'see what the cluster serves'],
};

/** Who gained or lost the role of a binding. */
export function judgeBinding(
  kind: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): GrantJudgment {
  const everywhere = kind === 'ClusterRoleBinding';
  return judgeAssignments({
    before: subjectsOf(before, everywhere),
    after: subjectsOf(after, everywhere),
    field: 'subjects',
    everybody: ['group:system:unauthenticated'],
    weigh: (one) => weightOf(one, everywhere),
  });
}

function subjectsOf(
  binding: JsonObject | undefined,
  everywhere: boolean,
): readonly RoleAssignment[] {
  const namespace = textAt(binding, 'metadata', 'namespace') || 'default';
  const role = `${textAt(binding, 'roleRef', 'kind') || 'ClusterRole'}/${textAt(binding, 'roleRef', 'name')}`;
  return childObjectsAt(binding, 'subjects').map((subject) => ({
    who: subjectOf(subject, namespace),
    role,
    scope: everywhere ? '*' : namespace,
    condition: '',
  }));
}

function subjectOf(subject: JsonObject, namespace: string): string {
  const [kind, name] = [textAt(subject, 'kind'), textAt(subject, 'name')];
  if (kind !== 'ServiceAccount') return `${kind.toLowerCase()}:${name}`;
  return `serviceaccount:${textAt(subject, 'namespace') || namespace}:${name}`;
}

function weightOf({ who, role, scope }: RoleAssignment, everywhere: boolean): GrantWeight {
  const name = role.slice(role.indexOf('/') + 1);
  const known = role.startsWith('ClusterRole/') ? own(roles, name) : undefined;
  const [base, may] = known ?? [3 as const, `do what the role ${displayText(name, 80)} lets it`];
  const reach = everywhere || base <= 2 ? base : lessBy(base, 1);
  const publicCaller = own(publicCallers, who);
  // What every cluster shows to unauthenticated callers is intended for them.
  const severity = publicCaller === undefined || base === 1 ? reach : publicSeverity(who, reach);
  const where = everywhere ? '' : ` in the namespace ${displayText(scope, 80)}`;
  const shown = `${may}${where} (${displayText(name, 80)})`;
  const weight: GrantWeight = { severity, who: publicCaller ?? called(who), may: shown };
  return known === undefined && publicCaller === undefined
    ? { ...weight, doubt: 'cannot-tell' }
    : weight;
}

function publicSeverity(who: string, reach: Severity): Severity {
  return /anonymous|unauthenticated/.test(who) ? 5 : worseGrant(reach, 4);
}

function called(who: string): string {
  const [kind = '', ...name] = who.split(':');
  const noun = kind === 'serviceaccount' ? 'service account' : kind;
  return `The ${noun} ${displayText(name.join(':'), 100)}`;
}

function textAt(value: JsonObject | undefined, ...path: readonly string[]): string {
  const found = jsonAt(value, ...path);
  return typeof found === 'string' ? found : '';
}
