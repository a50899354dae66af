import { describe, expect, it } from 'vitest';
import { editManifest } from '../../../../src/code/manifests/objects/edit.ts';
import {
  annotationPath,
  containerPath,
  envChange,
  imagePath,
  labelPath,
  replicasPath,
  resourcePath,
} from '../../../../src/code/manifests/objects/fields.ts';
import { findManifest, indexManifests } from '../../../../src/code/manifests/objects/find.ts';
import { readManifests } from '../../../../src/code/manifests/objects/read.ts';
import type {
  ManifestChange,
  ManifestObject,
} from '../../../../src/code/manifests/objects/types.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import { editedText } from '../../../../src/text/edits.ts';
import { shop } from './shop.ts';

function objectOf(text: string, kind: string, name: string): ManifestObject {
  const found = findManifest(indexManifests([readManifests('a.yaml', text)]), {
    apiVersion: kind === 'CronJob' ? 'batch/v1' : kind === 'Deployment' ? 'apps/v1' : 'v1',
    kind,
    namespace: 'shop',
    name,
  });
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
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

function container(object: ManifestObject, name: string): AttributePath {
  return containerPath(object, name) ?? ['none'];
}

describe('editManifest', () => {
  const web = container(deployment, 'web');
  it.each<[string, ManifestChange, string, string]>([
    ['replicas', set(replicasPath, 5), 'replicas: 3 #', 'replicas: 5 #'],
    ['an image', set(imagePath(web), 'shop/web:1.5.0'), "'shop/web:1.4.0'", "'shop/web:1.5.0'"],
    [
      'an image of one that starts first',
      set(imagePath(container(deployment, 'migrate')), 'shop/migrate:2'),
      'shop/migrate:1',
      'shop/migrate:2',
    ],
    ['a resource', set(resourcePath(web, 'requests', 'cpu'), '250m'), 'cpu: 100m', 'cpu: 250m'],
    [
      'a limit that is new',
      set(resourcePath(web, 'limits', 'cpu'), '1'),
      'memory: 128Mi\n',
      'memory: 128Mi\n          limits:\n            cpu: "1"\n',
    ],
    ['a variable', envChange(web, 'MODE', 'off'), '"on"', '"off"'],
    [
      'a variable that is new',
      envChange(web, 'LEVEL', 'no'),
      'key: k}}\n',
      'key: k}}\n        - name: LEVEL\n          value: "no"\n',
    ],
    ['a label', set(labelPath('tier'), '2'), 'tier: "front"', 'tier: "2"'],
    [
      'an annotation, with the map that holds it',
      set(annotationPath('shop.example/owner'), 'web'),
      'tier: "front"}\n',
      'tier: "front"}\n  annotations:\n    shop.example/owner: web\n',
    ],
    ['nothing of a label', { kind: 'remove', path: labelPath('tier') }, ', tier: "front"', ''],
    [
      'nothing of replicas',
      { kind: 'remove', path: replicasPath },
      '  replicas: 3 # see the HPA\n',
      '',
    ],
  ])('sets %s', (_name, change, before, after) => {
    expect(shop).toContain(before);
    expect(edited(shop, deployment, change)).toBe(shop.replace(before, after));
  });

  it('edits pods of jobs, in a text with CRLF, too', () => {
    const change = set(imagePath(container(cron, 'sweep')), 'shop/sweep:2');
    const after = shop.replace('shop/sweep:1', '"shop/sweep:2"');
    expect(edited(shop, cron, change)).toBe(after);
    const windows = shop.replaceAll('\n', '\r\n');
    const object = objectOf(windows, 'CronJob', 'sweep');
    expect(edited(windows, object, change)).toBe(after.replaceAll('\n', '\r\n'));
  });

  it('edits members of a List, behind a byte order mark', () => {
    const text =
      '\uFEFF# c\nkind: List\napiVersion: v1\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: c}\n  data: {a: x}\n';
    const change = set(['data', 'a'], 'z');
    expect(edited(text, objectOf(text, 'ConfigMap', 'c'), change)).toBe(
      text.replace('a: x', 'a: z'),
    );
  });

  it('has nothing to do where it is so already, and where there is nothing to remove', () => {
    expect(editManifest(shop, deployment, set(replicasPath, 3))).toEqual({ ok: true, value: [] });
    const remove = { kind: 'remove', path: labelPath('gone') } as const;
    expect(editManifest(shop, deployment, remove)).toEqual({ ok: true, value: [] });
  });

  it.each<[string, ManifestChange, string]>([
    [
      'a container that is not there',
      set(['spec', 'template', 'spec', 'containers', { element: { name: 'x' } }, 'image'], 'a'),
      'manifest-no-element',
    ],
    ['a variable from a secret', envChange(web, 'TOKEN', 'x'), 'manifest-value-from'],
    ['a path through a number', set(['spec', 'replicas', 'max'], 1), 'manifest-path'],
  ])('refuses %s', (_name, change, code) => {
    expect(edited(shop, deployment, change)).toBe(code);
  });

  const head = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n';
  it.each<[string, string, ManifestChange, string]>([
    ['an alias', 'x: &n 3\nspec: {replicas: *n}\n', set(replicasPath, 4), 'manifest-alias'],
    [
      'what a merge brings',
      'x: &s {a: 1}\nspec:\n  <<: *s\n  replicas: 3\n',
      set(replicasPath, 4),
      'manifest-alias',
    ],
    [
      'an anchor in use',
      'spec: {replicas: &n 3, min: *n}\n',
      set(replicasPath, 4),
      'manifest-anchor',
    ],
    [
      'a template in quotes',
      'spec: {replicas: "{{ .Values.n }}"}\n',
      set(replicasPath, 4),
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
      set(replicasPath, 5),
      'unread',
    ],
  ])('refuses %s', (_name, rest, change, code) => {
    const text = head + rest;
    const [object] = readManifests('a.yaml', text).objects;
    expect(object === undefined ? 'unread' : edited(text, object, change)).toBe(code);
  });

  it('keeps an anchor that nothing uses, and edits beside one that is', () => {
    const text = `${head}x: &n 3\ny: *n\nspec:\n  replicas: &r 3\n`;
    const [object] = readManifests('a.yaml', text).objects;
    expect(object && edited(text, object, set(replicasPath, 4))).toBe(text.replace('&r 3', '&r 4'));
  });
});
