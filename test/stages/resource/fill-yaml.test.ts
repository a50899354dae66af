import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { fillYaml } from '../../../src/stages/resource/fill-yaml.ts';

function fill(text: string, spec: JsonObject) {
  const template = { language: 'yaml', text, file: 'template.yaml' } as const;
  return fillYaml(template, { tenant: 'team-a', kind: 'Route', name: 'my-app', spec });
}

describe('a template of manifests', () => {
  it.each<[string, string, JsonObject, string]>([
    ['who it is', 'name: ${self.tenant}-${self.name}\n', {}, 'name: team-a-my-app\n'],
    ['a number', 'replicas: ${spec.replicas}\n', { replicas: 3 }, 'replicas: 3\n'],
    ['a truth', 'suspend: ${spec.off}\n', { off: false }, 'suspend: false\n'],
    ['a number as text', 'port: ${spec.port}\n', { port: '80' }, 'port: "80"\n'],
    ['a value inside', 'image: ${spec.image.tag}\n', { image: { tag: 'v1' } }, 'image: v1\n'],
    ['a part of a text', 'image: web:${spec.tag}\n', { tag: 'v1' }, 'image: web:v1\n'],
    ['a map', 'labels: ${spec.labels}\n', { labels: { a: 'b' } }, 'labels:\n  a: b\n'],
    ['what is left out', 'a: 1\nb: ${spec.b} # if there is one\nc: 2\n', {}, 'a: 1\nc: 2\n'],
    ['an item that is left out', 'a:\n  - ${spec.b}\n  - c\n', {}, 'a:\n  - c\n'],
    ['what is meant as it is', 'a: $${spec.b}\n', { b: 1 }, 'a: ${spec.b}\n'],
    ['what looks like YAML', 'a: ${spec.b}\n', { b: 'x\ny: z' }, 'a: |-\n  x\n  y: z\n'],
    ['what looks like a placeholder', 'a: ${spec.b}\n', { b: '${spec.a}' }, 'a: ${spec.a}\n'],
    [
      'several documents, with their comments',
      '# One.\na: ${spec.a}\n---\n# Two.\nb: ${spec.a} # again\n',
      { a: 'x' },
      '# One.\na: x\n---\n# Two.\nb: x # again\n',
    ],
  ])('fills in %s', (_, template, spec, text) => {
    expect(fill(template, spec)).toEqual({ ok: true, value: text });
  });

  it.each(['- a: [', 'just text\n', '', '%YAML 1.2\n---\na: b\n'])(
    'is refused where it is not a YAML map: %s',
    (template) => {
      expect(fill(template, {})).toMatchObject({
        ok: false,
        error: { code: 'kind-template', place: { file: 'template.yaml' } },
      });
    },
  );
});
