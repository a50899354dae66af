import { isJsonObject, type Json } from '../../../model/json.ts';
import { sameValue } from '../../../model/json-compare.ts';

interface Default {
  /** The end of the dotted path, without steps into lists. */
  readonly path: string;
  readonly value: Json;
  /** If set, the default applies to this type only. */
  readonly type?: string;
}

/** Values that the API server fills in for absent fields (Kubernetes 1.19 and later). */
const defaults: readonly Default[] = [
  { path: 'restartPolicy', value: 'Always' },
  { path: 'dnsPolicy', value: 'ClusterFirst' },
  { path: 'schedulerName', value: 'default-scheduler' },
  { path: 'terminationGracePeriodSeconds', value: 30 },
  { path: 'enableServiceLinks', value: true },
  { path: 'terminationMessagePath', value: '/dev/termination-log' },
  { path: 'terminationMessagePolicy', value: 'File' },
  { path: 'ports.protocol', value: 'TCP' },
  { path: 'Probe.timeoutSeconds', value: 1 },
  { path: 'Probe.periodSeconds', value: 10 },
  { path: 'Probe.successThreshold', value: 1 },
  { path: 'Probe.failureThreshold', value: 3 },
  { path: 'httpGet.scheme', value: 'HTTP' },
  { path: 'defaultMode', value: 420 },
  { path: 'hostPath.type', value: '' },
  { path: 'fieldRef.apiVersion', value: 'v1' },
  { path: 'volumeMode', value: 'Filesystem' },
  { path: 'spec.progressDeadlineSeconds', value: 600, type: 'apps/Deployment' },
  { path: 'spec.revisionHistoryLimit', value: 10 },
  { path: 'spec.replicas', value: 1 },
  { path: 'spec.strategy.type', value: 'RollingUpdate' },
  { path: 'spec.strategy.rollingUpdate.maxSurge', value: '25%' },
  { path: 'spec.strategy.rollingUpdate.maxUnavailable', value: '25%' },
  { path: 'spec.updateStrategy.type', value: 'RollingUpdate' },
  { path: 'spec.updateStrategy.rollingUpdate.partition', value: 0 },
  { path: 'spec.updateStrategy.rollingUpdate.maxSurge', value: 0, type: 'apps/DaemonSet' },
  { path: 'spec.updateStrategy.rollingUpdate.maxUnavailable', value: 1, type: 'apps/DaemonSet' },
  { path: 'spec.podManagementPolicy', value: 'OrderedReady', type: 'apps/StatefulSet' },
  { path: 'spec.type', value: 'ClusterIP', type: 'core/Service' },
  { path: 'spec.sessionAffinity', value: 'None', type: 'core/Service' },
  { path: 'spec.ipFamilyPolicy', value: 'SingleStack', type: 'core/Service' },
  { path: 'spec.internalTrafficPolicy', value: 'Cluster', type: 'core/Service' },
  { path: 'spec.externalTrafficPolicy', value: 'Cluster', type: 'core/Service' },
  { path: 'spec.allocateLoadBalancerNodePorts', value: true, type: 'core/Service' },
  { path: 'spec.concurrencyPolicy', value: 'Allow', type: 'batch/CronJob' },
  { path: 'spec.suspend', value: false },
  { path: 'spec.successfulJobsHistoryLimit', value: 3, type: 'batch/CronJob' },
  { path: 'spec.failedJobsHistoryLimit', value: 1, type: 'batch/CronJob' },
  { path: 'backoffLimit', value: 6 },
  { path: 'completions', value: 1 },
  { path: 'parallelism', value: 1 },
  { path: 'completionMode', value: 'NonIndexed' },
  { path: 'spec.minReplicas', value: 1, type: 'autoscaling/HorizontalPodAutoscaler' },
];

/** Fields that the server or a controller assigns if an object leaves them out. */
const assigned: readonly string[] = [
  'spec.clusterIP',
  'spec.clusterIPs',
  'spec.ipFamilies',
  'spec.ports.nodePort',
  'spec.healthCheckNodePort',
  'spec.volumeName',
  'spec.claimRef',
  'spec.loadBalancerClass',
  'serviceAccount',
  'metadata.finalizers',
  'spec.finalizers',
  'spec.selector.matchLabels.controller-uid',
];

/** True if the value is the default of an absent one. `parent` is the map that contains it. */
export function isDefault(
  type: string,
  names: readonly string[],
  value: Json,
  parent: Json | undefined,
): boolean {
  const last = names.at(-1);
  if (last === 'targetPort') return isJsonObject(parent) && same(parent['port'] ?? null, value);
  if (last === 'imagePullPolicy')
    return isJsonObject(parent) && value === pullPolicy(parent['image']);
  if (last === 'pathType') return false;
  const path = names.join('.');
  return defaults.some(
    (one) =>
      (one.type === undefined || one.type === type) &&
      endsWith(path, one.path) &&
      same(one.value, value),
  );
}

/** True for a field that the server fills in with a value that no manifest can know. */
export function isAssigned(names: readonly string[]): boolean {
  const path = names.join('.');
  return assigned.some((one) => path === one || path.endsWith(`.${one}`));
}

function same(a: Json, b: Json): boolean {
  return sameValue(a, b, 'loose');
}

/** Matches whole names, but also `livenessProbe.periodSeconds` with `Probe.periodSeconds`. */
function endsWith(path: string, end: string): boolean {
  if (!path.endsWith(end)) return false;
  return path.length === end.length || end.startsWith('Probe') || path.at(-end.length - 1) === '.';
}

function pullPolicy(image: Json | undefined): string {
  const name = typeof image === 'string' ? image : '';
  if (name.includes('@')) return 'IfNotPresent';
  const tag = name.slice(name.lastIndexOf('/') + 1).split(':')[1];
  return tag === undefined || tag === 'latest' ? 'Always' : 'IfNotPresent';
}
