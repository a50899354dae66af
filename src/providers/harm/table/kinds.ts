import { own } from '../../../model/json.ts';
import type { HarmCondition, HarmRule } from './rule.ts';

/** The path of the pod spec in objects of a kind. */
const templates: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['spec', 'template', 'spec'],
  StatefulSet: ['spec', 'template', 'spec'],
  DaemonSet: ['spec', 'template', 'spec'],
  ReplicaSet: ['spec', 'template', 'spec'],
  ReplicationController: ['spec', 'template', 'spec'],
  Job: ['spec', 'template', 'spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  PodTemplate: ['template', 'spec'],
  Pod: ['spec'],
};

/** The kind whose facts about pods apply to the pods of all kinds. */
const spokesman = 'Deployment';

const containers = ['containers', 'initContainers', 'ephemeralContainers'];

/** Types of Terraform's provider whose kind does not follow from their name. */
const oddTypes: Readonly<Record<string, string>> = {
  daemonset: 'DaemonSet',
  default_service_account: 'ServiceAccount',
};

/**
 * The kind of `apps/Deployment`, `Deployment` or `kubernetes_deployment_v1`, or undefined for other
 * types.
 */
export function harmKind(type: string): string | undefined {
  if (isTerraformKind(type)) {
    const name = type.slice('kubernetes_'.length).replace(/_v\d+(?:(?:alpha|beta)\d+)?$/, '');
    if (Object.hasOwn(oddTypes, name)) return oddTypes[name];
    return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  }
  const kind = type.slice(type.lastIndexOf('/') + 1);
  return /^[A-Z][A-Za-z0-9]*$/.test(kind) ? kind : undefined;
}

/** True for a type of Terraform's provider `kubernetes`. */
export function isTerraformKind(type: string): boolean {
  return type.startsWith('kubernetes_');
}

/** The rules of a kind, including those for its pods, repeated for each list of containers. */
export function rulesOfKind(
  kind: string,
  rulesOf: (kind: string) => readonly HarmRule[],
): readonly HarmRule[] {
  const pods = podRules(kind, rulesOf(spokesman));
  const rest = rulesOf(kind).filter((rule) => kind !== spokesman || !isPodRule(rule));
  return [...rest, ...pods].flatMap(inAllContainers);
}

function podRules(kind: string, rules: readonly HarmRule[]): readonly HarmRule[] {
  const place = own(templates, kind);
  if (place === undefined) return [];
  const depth = templates[spokesman]?.length ?? 0;
  return rules
    .filter(isPodRule)
    .map((rule) => ({ ...rule, path: [...place, ...rule.path.slice(depth)] }));
}

function isPodRule({ path }: HarmRule): boolean {
  return templates[spokesman]?.every((name, index) => path[index] === name) === true;
}

function inAllContainers(rule: HarmRule): readonly HarmRule[] {
  const at = rule.path.indexOf('containers');
  return at < 0 ? [rule] : containers.map((name) => ({ ...rule, path: rule.path.with(at, name) }));
}

/** Lists that Terraform's provider has as repeated blocks. */
const blocks: Readonly<Record<string, string>> = {
  containers: 'container',
  initContainers: 'init_container',
  volumes: 'volume',
  ports: 'port',
  rules: 'rule',
  paths: 'path',
  subjects: 'subject',
  webhooks: 'webhook',
  topologySpreadConstraints: 'topology_spread_constraint',
};

/** Maps whose keys are the same in manifests and in Terraform. */
const maps: ReadonlySet<string> = new Set(['labels', 'annotations', 'parameters', 'data']);

/** The rule in the spelling of Terraform's provider: snake case, and singular block names. */
export function spelledForTerraform(rule: HarmRule): HarmRule {
  const when = rule.when.map((each): HarmCondition => ({ ...each, path: spelled(each.path) }));
  return { ...rule, path: spelled(rule.path), when };
}

function spelled(path: readonly string[]): readonly string[] {
  const map = path.findIndex((name) => maps.has(name));
  return path.map((name, index) => (map >= 0 && index > map ? name : spelledName(name)));
}

/** A field name of Kubernetes in the spelling of Terraform's provider. */
export function spelledName(name: string): string {
  if (Object.hasOwn(blocks, name)) return blocks[name] ?? name;
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}
