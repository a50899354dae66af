import { describe, expect, it } from 'vitest';
import { editManifest } from '../../../../src/code/manifests/objects/edit.ts';
import { readManifests } from '../../../../src/code/manifests/objects/read.ts';
import type {
  ManifestChange,
  ManifestObject,
} from '../../../../src/code/manifests/objects/types.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import { editedText } from '../../../../src/text/edits.ts';
import { shop } from './shop.ts';

function objectOf(text: string, kind: string, name: string): ManifestObject {
  const { objects } = readManifests('a.yaml', text);
  const object = objects.find((one) => one.kind === kind && one.name === name);
  if (object === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return object;
}

function set(path: AttributePath, value: string | number): ManifestChange {
  return { kind: 'set', path, value };
}

function edited(text: string, object: ManifestObject, change: ManifestChange): string {
  const result = editManifest(text, object, change);
  return result.ok ? editedText(text, result.value) : result.error.code;
}

const deployment = objectOf(shop, 'Deployment', 'web');
const cron = objectOf(shop, 'CronJob', 'sweep');

const pod = ['spec', 'template', 'spec'];
const web: AttributePath = [...pod, 'containers', { element: { name: 'web' } }];
const migrate: AttributePath = [...pod, 'initContainers', { element: { name: 'migrate' } }];
const sweep: AttributePath = [
  ...['spec', 'jobTemplate', ...pod, 'containers'],
  { element: { name: 'sweep' } },
];
const replicas = ['spec', 'replicas'];
const labels = ['metadata', 'labels'];

/** Sets an environment variable of the container, adding it if it is missing. */
function setEnv(name: string, value: string): ManifestChange {
  const path = [...web, 'env', { element: { name } }, 'value'];
  return { kind: 'set', path, value, mayAppend: true };
}

describe('editManifest', () => {
  it.each<[string, ManifestChange, string, string]>([
    ['replicas', set(replicas, 5), 'replicas: 3 #', 'replicas: 5 #'],
    ['an image', set([...web, 'image'], 'shop/web:1.5.0'), "'shop/web:1.4.0'", "'shop/web:1.5.0'"],
    [
      'an image of one that starts first',
      set([...migrate, 'image'], 'shop/migrate:2'),
      'shop/migrate:1',
      'shop/migrate:2',
    ],
    ['a resource', set([...web, 'resources', 'requests', 'cpu'], '250m'), 'cpu: 100m', 'cpu: 250m'],
    [
      'a limit that is new',
      set([...web, 'resources', 'limits', 'cpu'], '1'),
      'memory: 128Mi\n',
      'memory: 128Mi\n          limits:\n            cpu: "1"\n',
    ],
    ['a variable', setEnv('MODE', 'off'), '"on"', '"off"'],
    [
      'a variable that is new',
      setEnv('LEVEL', 'no'),
      'key: k}}\n',
      'key: k}}\n        - name: LEVEL\n          value: "no"\n',
    ],
    ['a label', set([...labels, 'tier'], '2'), 'tier: "front"', 'tier: "2"'],
    [
      'an annotation, with the map that holds it',
      set(['metadata', 'annotations', 'shop.example/owner'], 'web'),
      'tier: "front"}\n',
      'tier: "front"}\n  annotations:\n    shop.example/owner: web\n',
    ],
    ['nothing of a label', { kind: 'remove', path: [...labels, 'tier'] }, ', tier: "front"', ''],
    [
      'nothing of replicas',
      { kind: 'remove', path: replicas },
      '  replicas: 3 # see the HPA\n',
      '',
    ],
  ])('sets %s', (_name, change, before, after) => {
    expect(shop).toContain(before);
    expect(edited(shop, deployment, change)).toBe(shop.replace(before, after));
  });

  it('edits the pods of jobs, also in a text with CRLF', () => {
    const change = set([...sweep, 'image'], 'shop/sweep:2');
    const after = shop.replace('shop/sweep:1', '"shop/sweep:2"');
    expect(edited(shop, cron, change)).toBe(after);
    const windows = shop.replaceAll('\n', '\r\n');
    const object = objectOf(windows, 'CronJob', 'sweep');
    expect(edited(windows, object, change)).toBe(after.replaceAll('\n', '\r\n'));
  });

  it('edits members of a List in a file with a byte order mark', () => {
    const text =
      '\uFEFF# c\nkind: List\napiVersion: v1\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: c}\n  data: {a: x}\n';
    const change = set(['data', 'a'], 'z');
    expect(edited(text, objectOf(text, 'ConfigMap', 'c'), change)).toBe(
      text.replace('a: x', 'a: z'),
    );
  });

  it('has nothing to do if the value is already set, or there is nothing to remove', () => {
    expect(editManifest(shop, deployment, set(replicas, 3))).toEqual({ ok: true, value: [] });
    const remove = { kind: 'remove', path: [...labels, 'gone'] } as const;
    expect(editManifest(shop, deployment, remove)).toEqual({ ok: true, value: [] });
  });

  it.each<[string, ManifestChange, string]>([
    [
      'a container that is not there',
      set(['spec', 'template', 'spec', 'containers', { element: { name: 'x' } }, 'image'], 'a'),
      'manifest-no-element',
    ],
    ['a variable from a secret', setEnv('TOKEN', 'x'), 'manifest-value-from'],
    ['a path through a number', set(['spec', 'replicas', 'max'], 1), 'manifest-path'],
  ])('refuses %s', (_name, change, code) => {
    expect(edited(shop, deployment, change)).toBe(code);
  });

  const head = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n';
  it.each<[string, string, ManifestChange, string]>([
    ['an alias', 'x: &n 3\nspec: {replicas: *n}\n', set(replicas, 4), 'manifest-alias'],
    [
      'what a merge brings',
      'x: &s {a: 1}\nspec:\n  <<: *s\n  replicas: 3\n',
      set(replicas, 4),
      'manifest-alias',
    ],
    ['an anchor in use', 'spec: {replicas: &n 3, min: *n}\n', set(replicas, 4), 'manifest-anchor'],
    [
      'a template in quotes',
      'spec: {replicas: "{{ .Values.n }}"}\n',
      set(replicas, 4),
      'manifest-template',
    ],
    [
      'an element that is there twice',
      'spec: {template: {spec: {containers: [{name: a, image: x}, {name: a, image: y}]}}}\n',
      set(['spec', 'template', 'spec', 'containers', { element: { name: 'a' } }, 'image'], 'z'),
      'manifest-ambiguous',
    ],
    [
      'a key that is there twice',
      'spec: {replicas: 3}\nspec: {replicas: 4}\n',
      set(replicas, 5),
      'unread',
    ],
  ])('refuses %s', (_name, rest, change, code) => {
    const text = head + rest;
    const [object] = readManifests('a.yaml', text).objects;
    expect(object === undefined ? 'unread' : edited(text, object, change)).toBe(code);
  });

  it('keeps an unused anchor, and edits next to one in use', () => {
    const text = `${head}x: &n 3\ny: *n\nspec:\n  replicas: &r 3\n`;
    const [object] = readManifests('a.yaml', text).objects;
    expect(object && edited(text, object, set(replicas, 4))).toBe(text.replace('&r 3', '&r 4'));
  });
});
