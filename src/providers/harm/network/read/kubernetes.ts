import { parseRange, rangeWithout } from '../../../../model/address-range.ts';
import { canonicalJson, isJsonArray, type JsonObject, jsonAt } from '../../../../model/json.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { readKubernetesObject } from '../../grants/kubernetes/object.ts';
import { normalizeProtocol } from '../protocol.ts';
import {
  type Flow,
  lastPort,
  type NetworkPeer,
  type Traffic,
  type TrafficChange,
  type TrafficRule,
} from '../types.ts';
import {
  allOfIpv4,
  allowing,
  blocksAt,
  everybody,
  peersFrom,
  ruleNumberAt,
  ruleTextAt,
  ruleTextsAt,
  trafficSides,
} from './values.ts';

const types =
  /^(?:NetworkPolicy|Service|kubernetes_(?:network_policy|service)(?:_v1)?|kube(?:rnetes|ctl)_manifest)$/;

/** The fields that open a service, in the spellings of manifests and of Terraform. */
const fronts = ['spec.type', 'spec.loadBalancerSourceRanges', 'spec.load_balancer_source_ranges'];

/** Reads network policies, and services of type LoadBalancer or NodePort. */
export function readKubernetes({ type, before, after }: ResourceChange): TrafficChange | undefined {
  if (!types.test(type)) return undefined;
  const object = readKubernetesObject(type, before, after);
  if (object.kind === 'Service') {
    const fields = ['spec', 'metadata', 'manifest'];
    return { ...trafficSides(object, serviceRules), field: 'spec', fields, covered: fronts };
  }
  if (object.kind !== 'NetworkPolicy') return undefined;
  return {
    before: policyTraffic(object.before),
    after: policyTraffic(object.after),
    field: 'spec',
    fields: ['spec', 'manifest'],
    // Without any policy, all traffic reaches the pods.
    cap: object.before === undefined || object.after === undefined ? 4 : 3,
  };
}

/** Without a policy, pods accept all traffic; with one, only what it allows. */
function policyTraffic(policy: JsonObject | undefined): Traffic {
  if (policy === undefined) return { rules: [], otherwise: { in: 'allow', out: 'allow' } };
  const spec = jsonAt(policy, 'spec');
  const egress = blocksAt(spec, 'egress');
  const named = ruleTextsAt(spec, 'policyTypes');
  const policyTypes =
    named.length > 0 ? named : egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  const isolates = (name: string) => (policyTypes.includes(name) ? 'deny' : 'allow');
  return {
    rules: [
      ...blocksAt(spec, 'ingress').flatMap((rule) => policyRules('in', rule, 'from')),
      ...egress.flatMap((rule) => policyRules('out', rule, 'to')),
    ],
    otherwise: { in: isolates('Ingress'), out: isolates('Egress') },
  };
}

function policyRules(flow: Flow, rule: JsonObject, side: string): readonly TrafficRule[] {
  const list = jsonAt(rule, side);
  const blocks = blocksAt(rule, side);
  const peers = isJsonArray(list) && list.length > 0 ? blocks.flatMap(peersOfBlock) : everybody;
  const ports = blocksAt(rule, 'ports');
  if (ports.length === 0) return [allowing(flow, { peers })];
  return ports.map((port) => {
    const protocol = normalizeProtocol(ruleTextAt(port, 'protocol') || 'TCP');
    const from = ruleNumberAt(port, 'port');
    if (from !== undefined)
      return allowing(flow, { peers, protocol, from, to: ruleNumberAt(port, 'endPort') ?? from });
    const name = ruleTextAt(port, 'port');
    // A named port is whichever number each pod gives to that name.
    return allowing(flow, {
      peers,
      protocol: name === '' ? protocol : `${protocol} port ${name}`,
      to: lastPort,
    });
  });
}

function peersOfBlock(peer: JsonObject): readonly NetworkPeer[] {
  const [block] = blocksAt(peer, 'ipBlock');
  if (block === undefined) return [{ name: selectorName(peer) }];
  const whole = parseRange(ruleTextAt(block, 'cidr'));
  if (whole === undefined) return [];
  const holes = ruleTextsAt(block, 'except').flatMap((text) => parseRange(text) ?? []);
  return rangeWithout(whole, holes);
}

function selectorName(peer: JsonObject): string {
  const { podSelector = null, namespaceSelector = null } = peer;
  const pods = podSelector === null ? 'all pods' : `pods ${canonicalJson(podSelector)}`;
  return namespaceSelector === null
    ? pods
    : `${pods} of namespaces ${canonicalJson(namespaceSelector)}`;
}

const internal = [
  'service.beta.kubernetes.io/aws-load-balancer-internal',
  'service.beta.kubernetes.io/azure-load-balancer-internal',
  'networking.gke.io/load-balancer-type',
  'cloud.google.com/load-balancer-type',
];

function serviceRules(service: JsonObject): readonly TrafficRule[] {
  const spec = jsonAt(service, 'spec');
  const type = ruleTextAt(spec, 'type');
  if (type !== 'LoadBalancer' && type !== 'NodePort') return [];
  return blocksAt(spec, 'ports').flatMap((port) => {
    const isNode = type === 'NodePort';
    const number = ruleNumberAt(port, isNode ? 'nodePort' : 'port');
    const run = number === undefined ? { from: 30_000, to: 32_767 } : { from: number, to: number };
    const peers: readonly NetworkPeer[] = isNode
      ? [{ name: 'whoever reaches the nodes' }]
      : frontPeers(service);
    return [
      allowing('in', {
        protocol: normalizeProtocol(ruleTextAt(port, 'protocol') || 'TCP'),
        ...run,
        peers,
      }),
    ];
  });
}

function frontPeers(service: JsonObject): readonly NetworkPeer[] {
  const annotations = jsonAt(service, 'metadata', 'annotations') ?? null;
  const scheme = jsonAt(annotations, 'service.beta.kubernetes.io/aws-load-balancer-scheme');
  const isInternal =
    scheme === 'internal' ||
    internal.some((name) => /^(?:true|internal)$/i.test(String(jsonAt(annotations, name))));
  const ranges = ruleTextsAt(jsonAt(service, 'spec'), 'loadBalancerSourceRanges');
  if (isInternal) return [{ name: '*' }];
  return ranges.length > 0 ? peersFrom(ranges) : allOfIpv4;
}
