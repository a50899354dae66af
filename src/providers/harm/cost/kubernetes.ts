import { costLimits, countOfUnits, quantity } from './define.ts';
import type { CostTable } from './types.ts';

const replicas = [countOfUnits('spec.replicas', 'replicas')];

/** Fields by kind. Terraform's provider has the same fields in snake case. */
export const kubernetesCosts: CostTable = {
  Deployment: replicas,
  StatefulSet: replicas,
  ReplicaSet: replicas,
  ReplicationController: replicas,
  HorizontalPodAutoscaler: costLimits('spec.minReplicas', 'spec.maxReplicas', 'replicas'),
  PersistentVolumeClaim: [quantity('spec.resources.requests.storage', 'storage')],
  Job: [countOfUnits('spec.parallelism', 'pods')],
};
