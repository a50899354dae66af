import type { Json, JsonObject } from '../../src/model/json.ts';
import { each, type Story, type StoryMaker } from './story.ts';

interface Patched {
  readonly at?: number;
  readonly name?: string;
  readonly body: JsonObject;
}

/** A strategic merge patch of a Deployment, as the API server logs it. */
function patch({ at = 0, name = 'web', body }: Patched): JsonObject {
  const time = new Date(Date.UTC(2026, 2, 14, 2) + at * 1000).toISOString();
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Request',
    auditID: `9f1c-${at}`,
    stage: 'ResponseComplete',
    requestURI: `/apis/apps/v1/namespaces/prod/deployments/${name}`,
    verb: 'patch',
    user: { username: 'mallory@example.com', groups: ['system:authenticated'] },
    userAgent: 'kubectl/v1.30.0 (linux/amd64) kubernetes/7c48c2b',
    objectRef: {
      resource: 'deployments',
      namespace: 'prod',
      name,
      apiGroup: 'apps',
      apiVersion: 'v1',
    },
    responseStatus: { metadata: {}, code: 200 },
    requestObject: body,
    requestReceivedTimestamp: time,
    stageTimestamp: time,
  };
}

function deployment(name: string, more = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: prod
  labels:
    app: ${name}
spec:
  replicas: 3
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
        - name: web
          image: "registry.example.com/web:1.4"
          env:
            - name: OWN
              value: "x"
${more}`;
}

function story(calls: readonly JsonObject[], files: Readonly<Record<string, string>>): Story {
  return { files, resources: [], calls, options: ['--manifests', 'k8s'] };
}

const one = { 'k8s/web.yaml': deployment('web') };

const podOf = (containers: readonly Json[]): JsonObject => ({
  spec: { template: { spec: { containers } } },
});

const labels: StoryMaker = (count) => {
  const own = Object.fromEntries(each(count, (at) => [`label-${at}`, `v${at}`]));
  return story([patch({ body: { metadata: { labels: own } } })], one);
};

const env: StoryMaker = (count) => {
  const own = each(count, (at) => ({ name: `NAME_${at}`, value: `v${at}` }));
  return story([patch({ body: podOf([{ name: 'web', env: own }]) })], one);
};

const containers: StoryMaker = (count) => {
  const own = each(count, (at) => ({ name: `side-${at}`, image: `side:${at}` }));
  return story([patch({ body: podOf(own) })], one);
};

/** Many objects of one overlay, with one change each. */
const objects: StoryMaker = (count) => {
  const files = each(count, (at) => [`k8s/web-${at}.yaml`, deployment(`web-${at}`)] as const);
  const calls = each(count, (at) =>
    patch({ at, name: `web-${at}`, body: { spec: { replicas: 4 + at } } }),
  );
  return story(calls, Object.fromEntries(files));
};

/** Labels of an object that an overlay patches. */
const overlay: StoryMaker = (count) => ({
  ...labels(count),
  files: {
    'k8s/base/web.yaml': deployment('web'),
    'k8s/base/kustomization.yaml': 'resources: [web.yaml]\n',
    'k8s/prod/patch.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: prod\nspec:\n  replicas: 5\n',
    'k8s/prod/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
  },
  options: ['--manifests', 'k8s/prod'],
});

/** Stories of what a caller may have many of in a cluster. */
export const kubernetesStories: Readonly<Record<string, StoryMaker>> = {
  labels,
  env,
  containers,
  objects,
  overlay,
};
