import { describe, expect, it } from 'vitest';
import { readManifests } from '../../../../src/code/manifests/objects/read.ts';
import { shop } from './shop.ts';

describe('readManifests', () => {
  it('reads the objects of a file, and skips other documents', () => {
    const { objects, problems } = readManifests(
      'a.yaml',
      `${shop}---\nreplicas: 3\n---\n# empty\n`,
    );
    expect(problems).toEqual([]);
    expect(objects.map((one) => [one.kind, one.name, one.namespace, one.line])).toEqual([
      ['Service', 'web', 'shop', 2],
      ['Deployment', 'web', 'shop', 9],
      ['CronJob', 'sweep', undefined, 38],
    ]);
  });

  it('reads what it can next to a template', () => {
    const template =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata: {{ toYaml .Values.d }}\n';
    const quoted = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "{{ .Release.Name }}"\n';
    const rule =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: alerts}\ndata: {a: "{{ $value }}"}\n';
    const file = readManifests('a.yaml', [template, quoted, rule, 'a: [1\n'].join('---\n'));
    expect(file.problems.map(({ code, place }) => [code, place?.line])).toEqual([
      ['manifest-template', 1],
      ['manifest-template', 6],
      ['manifest-yaml', 16],
    ]);
    expect(file.objects.map((one) => one.name)).toEqual(['alerts']);
  });

  it('refuses directives', () => {
    const { problems } = readManifests('a.yaml', '%YAML 1.1\n---\na: yes\n');
    expect(problems.map((one) => one.code)).toEqual(['manifest-directive']);
  });
});
