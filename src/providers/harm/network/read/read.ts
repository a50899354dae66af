import { type JsonObject, jsonAt } from '../../../../model/json.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import type { TrafficChange, TrafficRule } from '../types.ts';
import { readAws } from './aws.ts';
import { readAzure } from './azure.ts';
import { readGoogle } from './google.ts';
import { readKubernetes } from './kubernetes.ts';
import { allOfIpv4, allowing, blocksAt, peersFrom, ruleTextsAt, trafficSides } from './values.ts';

/** The rules on both sides of a change, or undefined for a type that has none. */
export function readTraffic(change: ResourceChange): TrafficChange | undefined {
  if (change.type === 'aws_eks_cluster') return readEks(change);
  if (change.type.startsWith('aws_')) return readAws(change);
  if (change.type.startsWith('azurerm_')) return readAzure(change);
  if (change.type.startsWith('google_')) return readGoogle(change);
  return readKubernetes(change);
}

/** Without networks of its own, the control plane is open to everyone. */
function readEks(change: ResourceChange): TrafficChange {
  const rules = (cluster: JsonObject): readonly TrafficRule[] => {
    const [config] = blocksAt(cluster, 'vpc_config');
    if (jsonAt(config, 'endpoint_public_access') === false) return [];
    const networks = ruleTextsAt(config, 'public_access_cidrs');
    const peers = networks.length === 0 ? allOfIpv4 : peersFrom(networks);
    return [allowing('in', { protocol: 'tcp', from: 443, to: 443, peers })];
  };
  return {
    ...trafficSides(change, rules),
    field: 'vpc_config.public_access_cidrs',
    fields: ['vpc_config'],
    covered: ['vpc_config.public_access_cidrs', 'vpc_config.endpoint_public_access'],
    service: { name: 'The Kubernetes API of this cluster', open: 4 },
  };
}
