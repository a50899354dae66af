import { describe, expect, it } from 'vitest';
import { renderKustomization } from '../../../../src/code/manifests/sources/kustomize/render.ts';
import type { Json } from '../../../../src/model/json.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import { objectValueAt } from '../../../../src/providers/kubernetes/values/at.ts';

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      serviceAccountName: runner
      containers:
        - name: web
          image: registry.example.com:5000/web:1@sha256:abc
          envFrom: [{configMapRef: {name: settings}}]
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: runner}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: run}
roleRef: {kind: ClusterRole, name: view}
subjects: [{kind: ServiceAccount, name: runner, namespace: old}]
`;

function render(kustomization: string, more: Readonly<Record<string, string>> = {}) {
  const files = new Map(
    Object.entries({ 'k/web.yaml': web, 'k/kustomization.yaml': kustomization, ...more }),
  );
  return renderKustomization(files, { path: 'k', kind: 'kustomize' });
}

function at(
  rendered: ReturnType<typeof render>,
  kind: string,
  path: AttributePath,
): Json | undefined {
  return objectValueAt(rendered.objects.find(({ id }) => id.kind === kind)?.value, path);
}

const container: AttributePath = ['spec', 'template', 'spec', 'containers', 0];

describe('a kustomization', () => {
  it('sets names and namespaces, and updates references to them', () => {
    const done = render(`namespace: prod
namePrefix: eu-
resources: [web.yaml]
configMapGenerator: [{name: settings, literals: [A=1]}]
`);

    expect(at(done, 'Deployment', ['metadata'])).toEqual({ name: 'eu-web', namespace: 'prod' });
    expect(at(done, 'Deployment', ['spec', 'template', 'spec', 'serviceAccountName'])).toBe(
      'eu-runner',
    );
    const settings = at(done, 'ConfigMap', ['metadata', 'name']);
    expect(settings).toMatch(/^eu-settings-[a-z0-9]{10}$/);
    expect(at(done, 'Deployment', [...container, 'envFrom', 0, 'configMapRef', 'name'])).toBe(
      settings,
    );
    expect(at(done, 'ClusterRoleBinding', ['metadata', 'namespace'])).toBeUndefined();
    expect(at(done, 'ClusterRoleBinding', ['subjects', 0])).toMatchObject({
      name: 'eu-runner',
      namespace: 'prod',
    });
  });

  it('adds common labels to selectors and templates, and others only where asked to', () => {
    const common = render('commonLabels: {team: shop}\nresources: [web.yaml]\n');
    const plain = render('labels: [{pairs: {team: shop}}]\nresources: [web.yaml]\n');

    for (const path of [
      ['selector', 'matchLabels'],
      ['template', 'metadata', 'labels'],
    ]) {
      expect(at(common, 'Deployment', ['spec', ...path])).toEqual({ app: 'web', team: 'shop' });
      expect(at(plain, 'Deployment', ['spec', ...path])).toEqual({ app: 'web' });
    }
    expect(at(plain, 'Deployment', ['metadata', 'labels'])).toEqual({ team: 'shop' });
  });

  it.each([
    ['newTag: "2"', 'registry.example.com:5000/web:2'],
    ['digest: sha256:def', 'registry.example.com:5000/web@sha256:def'],
    ['newName: mirror/web', 'mirror/web:1@sha256:abc'],
  ])('with %s makes the image %s', (entry, expected) => {
    const name = 'registry.example.com:5000/web';
    const done = render(`resources: [web.yaml]\nimages: [{name: "${name}", ${entry}}]\n`);

    expect(at(done, 'Deployment', [...container, 'image'])).toBe(expected);
  });

  it('applies components after its resources', () => {
    const done = render('resources: [web.yaml]\ncomponents: [../c]\n', {
      'c/kustomization.yaml': 'kind: Component\nreplicas: [{name: web, count: 4}]\n',
    });

    expect(at(done, 'Deployment', ['spec', 'replicas'])).toBe(4);
  });

  it('patches by target, and removes what a patch deletes', () => {
    const done = render(`resources: [web.yaml]
patches:
  - target: {kind: Deployment, name: "w.*"}
    patch: |-
      - op: add
        path: /spec/replicas
        value: 7
  - patch: |-
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: runner}
      $patch: delete
`);

    expect(at(done, 'Deployment', ['spec', 'replicas'])).toBe(7);
    expect(done.objects.map(({ id }) => id.kind)).toEqual(['Deployment', 'ClusterRoleBinding']);
  });

  it.each([
    [
      'a base that is elsewhere',
      'resources: [web.yaml, "https://example.com/base?ref=v1"]\n',
      3,
      0,
    ],
    ['replacements', 'resources: [web.yaml]\nreplacements: [{path: x.yaml}]\n', 0, 3],
    ['a generator', 'resources: [web.yaml]\ngenerators: [x.yaml]\n', 3, 0],
    ['a file that is not there', 'resources: [web.yaml, gone.yaml]\n', 3, 0],
  ])('with %s is reported', (_title, text, clear, unclear) => {
    const done = render(text);

    expect(done.objects).toHaveLength(clear);
    expect(done.unclear).toHaveLength(unclear);
    expect(done.problems.map(({ place }) => place?.file)).toEqual(['k/kustomization.yaml']);
  });
});
