import { containsHidden } from '../../../../model/masked.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { hiddenAssignments } from '../assignments.ts';
import { joinJudgments } from '../join.ts';
import { type GrantJudgment, noJudgment } from '../types.ts';
import { judgeBinding } from './bindings.ts';
import { readKubernetesObject } from './object.ts';
import { judgeRules } from './rules.ts';

const roleKinds = new Set(['Role', 'ClusterRole']);
const bindingKinds = new Set(['RoleBinding', 'ClusterRoleBinding']);
const types =
  /^(?:(?:Cluster)?Role(?:Binding)?|kubernetes_(?:cluster_)?role(?:_binding)?(?:_v1)?|kube(?:rnetes|ctl)_manifest)$/;

/** True for kinds, and Terraform types, that control who may do what in a cluster. */
export function grantsAtKubernetes(type: string): boolean {
  return types.test(type);
}

/** What a change of roles and bindings allows now and to whom, or allows no longer. */
export function judgeKubernetes(change: ResourceChange): GrantJudgment {
  const { kind, before, after } = readKubernetesObject(change.type, change.before, change.after);
  const isRole = roleKinds.has(kind);
  if (!isRole && !bindingKinds.has(kind)) return noJudgment;
  const parts = isRole ? ['rules'] : ['subjects', 'roleRef'];
  const hidden = parts.some(
    (name) => containsHidden(before?.[name]) || containsHidden(after?.[name]),
  );
  const unknown = (change.unknown ?? []).some((one) =>
    /rule|subject|role_?ref|manifest/i.test(one),
  );
  if (hidden || (unknown && change.after !== undefined)) {
    const harm = hiddenAssignments(parts[0] ?? '', [isRole ? 'The rules' : 'Who is bound']);
    return { ...noJudgment, harms: [harm] };
  }
  return joinJudgments([
    isRole ? judgeRules(kind, before, after) : judgeBinding(kind, before, after),
  ]);
}
