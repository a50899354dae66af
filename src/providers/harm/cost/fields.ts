import { harmKind, isTerraformKind, spelledName } from '../table/kinds.ts';
import { awsCosts } from './aws.ts';
import { azureCosts } from './azure.ts';
import { costLimits, countOfUnits, quantity } from './define.ts';
import { googleCosts } from './google.ts';
import type { CostField, CostTable } from './types.ts';

const clouds = [awsCosts, azureCosts, googleCosts];

const replicas = [countOfUnits('spec.replicas', 'replicas')];

/** Fields by kind. Terraform's provider has the same fields in snake case. */
const kubernetesCosts: CostTable = {
  Deployment: replicas,
  StatefulSet: replicas,
  ReplicaSet: replicas,
  ReplicationController: replicas,
  HorizontalPodAutoscaler: costLimits('spec.minReplicas', 'spec.maxReplicas', 'replicas'),
  PersistentVolumeClaim: [quantity('spec.resources.requests.storage', 'storage')],
  Job: [countOfUnits('spec.parallelism', 'pods')],
};

/** The fields of a type that change its cost; none for an unknown type. */
export function costFields(type: string): readonly CostField[] {
  const table = clouds.find((one) => Object.hasOwn(one, type));
  return table?.[type] ?? fieldsOfKind(type);
}

function fieldsOfKind(type: string): readonly CostField[] {
  const kind = harmKind(type);
  if (kind === undefined || !Object.hasOwn(kubernetesCosts, kind)) return [];
  const fields = kubernetesCosts[kind] ?? [];
  if (!isTerraformKind(type)) return fields;
  return fields.map((field) => ({
    ...field,
    path: field.path.split('.').map(spelledName).join('.'),
  }));
}
