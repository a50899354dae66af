import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { fillKindTemplate, mergeFile } from '../../../src/stages/resource/code.ts';
import type { KindTemplate } from '../../../src/stages/resource/kind.ts';
import { readSpecBack } from '../../../src/stages/resource/read-back.ts';
import { cases } from '../../cases.ts';

const module: KindTemplate = {
  language: 'terraform',
  file: 'kinds/vm/template.tf',
  text: `module "NAME" {
  source = "../modules/vm"
  name   = "\${self.tenant}-\${self.name}"
  size   = spec.size
  disk   = spec.disk.size
  zone   = "eu-\${spec.zone}"
  pair   = "\${spec.a}-\${spec.b}"
  tags   = spec.tags
  tier   = upper(spec.tier)
  labels = { team = spec.team, kind = "vm" }
  twice  = spec.size
}
`,
};

const manifest: KindTemplate = {
  language: 'yaml',
  file: 'kinds/app/template.yaml',
  text: `kind: Deployment
metadata:
  name: \${self.name}
spec:
  replicas: \${spec.replicas}
  paused: false
  containers:
    - image: web:\${spec.tag}
---
kind: Service
metadata:
  name: \${self.name}
`,
};

const vm: JsonObject = {
  size: 'small',
  zone: 'a',
  a: 'x',
  b: 'y',
  tags: { Team: 'shop' },
  tier: 'gold',
  team: 'a',
};
const app: JsonObject = { replicas: 2, tag: 'v1' };

function change(template: KindTemplate, spec: JsonObject, edit: (code: string) => string) {
  const resource = { tenant: 'team-a', kind: 'K', name: 'my-app', spec };
  const code = fillKindTemplate(template, resource);
  if (!code.ok) throw new Error(code.error.message);
  const after = edit(code.value);
  expect(after).not.toBe(code.value);
  return readSpecBack({ template, resource, before: code.value, after });
}

function replacing(...pairs: readonly (readonly [string, string])[]) {
  return (code: string) => pairs.reduce((text, [from, to]) => text.replace(from, to), code);
}

const size = [
  ['size   = "small"', 'size   = "large"'],
  ['twice  = "small"', 'twice  = "large"'],
] as const;

describe('code that changed', () => {
  it.each<[string, KindTemplate, JsonObject, (code: string) => string, JsonObject]>([
    ['a value', module, vm, replacing(...size), { ...vm, size: 'large' }],
    ['a part of a text', module, vm, replacing(['eu-a', 'eu-b']), { ...vm, zone: 'b' }],
    ['one of several parts', module, vm, replacing(['x-y', 'z-y']), { ...vm, a: 'z' }],
    ['what is in a call', module, vm, replacing(['"gold"', '"tin"']), { ...vm, tier: 'tin' }],
    [
      'what is in an object',
      module,
      vm,
      replacing(['team = "a"', 'team = "b"']),
      { ...vm, team: 'b' },
    ],
    [
      'an argument that comes',
      module,
      vm,
      replacing(['  zone ', '  disk   = 8\n  zone ']),
      { ...vm, disk: { size: 8 } },
    ],
    [
      'an argument that goes',
      module,
      { ...vm, disk: { size: 8 } },
      replacing(['  disk   = 8\n', '']),
      { ...vm, disk: {} },
    ],
    [
      'an object, however it is laid out',
      module,
      vm,
      replacing(['tags   = {\n    Team = "shop"\n  }', 'tags   = { Team = "shop", Env = "prod" }']),
      { ...vm, tags: { Team: 'shop', Env: 'prod' } },
    ],
    [
      'a number of a manifest',
      manifest,
      app,
      replacing(['replicas: 2', 'replicas: 5']),
      { ...app, replicas: 5 },
    ],
    [
      'an item of a manifest',
      manifest,
      app,
      replacing(['web:v1', 'web:v2']),
      { ...app, tag: 'v2' },
    ],
    [
      'a field of a manifest that goes',
      manifest,
      app,
      replacing(['  replicas: 2\n', '']),
      { tag: 'v1' },
    ],
  ])('gives the spec for %s', (_, template, spec, edit, wanted) => {
    expect(change(template, spec, edit)).toEqual({
      ok: true,
      value: { kind: 'spec', spec: wanted },
    });
  });

  it.each<[string, KindTemplate, (code: string) => string]>([
    [
      'what people put beside it',
      module,
      (code) => `${code}
locals {
  a = 1
}
`,
    ],
    [
      'who may set a field',
      module,
      replacing([
        'tier ',
        `lifecycle {
    ignore_changes = [size]
  }
  tier `,
      ]),
    ],
    [
      'a document of others',
      manifest,
      (code) => `${code}---\nkind: ConfigMap\nmetadata: { name: x }\n`,
    ],
  ])('says nothing about the resource with %s', (_, template, edit) => {
    const spec = template === module ? vm : app;

    expect(change(template, spec, edit)).toEqual({ ok: true, value: { kind: 'none' } });
  });

  it.each<[string, KindTemplate, (code: string) => string]>([
    ['its module', module, () => '# Gone.\n'],
    ['its documents', manifest, () => '# Gone.\n'],
  ])('removes the resource with %s', (_, template, edit) => {
    const spec = template === module ? vm : app;

    expect(change(template, spec, edit)).toEqual({ ok: true, value: { kind: 'removed' } });
  });

  it.each<[string, KindTemplate, (code: string) => string, string, string, number | undefined]>([
    [
      'what the template says itself',
      module,
      replacing(['modules/vm', 'modules/v2']),
      'module my-app/source',
      'is written in the template',
      2,
    ],
    [
      'who it is',
      module,
      replacing(['team-a-my-app', 'team-a-other']),
      'module my-app/name',
      'is written in the template around',
      3,
    ],
    [
      'what two members could say',
      module,
      replacing(['x-y', 'x-y-y']),
      'module my-app/pair',
      'could come from several members',
      7,
    ],
    [
      'what the template lacks',
      module,
      replacing(['  tier ', '  watch  = true\n  tier ']),
      'module my-app/watch',
      'is not in the template',
      1,
    ],
    [
      'what is computed',
      module,
      replacing(...size.map(([from, to]) => [from, to.replace('"large"', 'var.size')] as const)),
      'module my-app/size',
      'is computed now',
      4,
    ],
    [
      'one of two places',
      module,
      replacing(size[0]),
      'my-app',
      'would change at other places',
      undefined,
    ],
    [
      'another function',
      module,
      replacing(['upper(', 'lower(']),
      'module my-app/tier',
      'is written in the template',
      9,
    ],
    [
      'a field of a manifest',
      manifest,
      replacing(['paused: false', 'paused: true']),
      'Deployment my-app/spec/paused',
      'is written in the template',
      1,
    ],
    [
      'a new field of a manifest',
      manifest,
      replacing(['paused', 'minReadySeconds: 5\n  paused']),
      'Deployment my-app/spec/minReadySeconds',
      'is not in the template',
      1,
    ],
    [
      'one more item',
      manifest,
      replacing(['    - image: web:v1', '    - image: web:v1\n    - image: b']),
      'Deployment my-app/spec/containers',
      'as many items',
      1,
    ],
  ])('is refused with %s', (_, template, edit, what, why, line) => {
    const spec = template === module ? vm : app;
    const read = change(template, spec, edit);

    expect(read).toMatchObject({ ok: false, error: { what, place: { file: template.file } } });
    expect(read.ok ? '' : read.error.why).toContain(why);
    expect(read.ok ? undefined : read.error.place.line).toBe(line);
  });

  it('gives back any spec that it was made from, and no other', () => {
    const text = fc.string({ minLength: 1, maxLength: 8 });
    const specs = fc.record({
      size: text,
      zone: text,
      a: fc.stringMatching(/^[a-z]{1,4}$/),
      b: fc.stringMatching(/^[A-Z]{1,4}$/),
      tags: fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,6}$/), text, { maxKeys: 3 }),
      tier: text,
      team: text,
    });
    const keys = fc.constantFrom('size', 'zone', 'a', 'tags', 'tier', 'team');
    fc.assert(
      fc.property(specs, specs, keys, (one, other, key) => {
        const old = { tenant: 't', kind: 'K', name: 'my-app', spec: one };
        const spec = { ...one, [key]: other[key as keyof typeof other] };
        const [before, ours] = [old, { ...old, spec }].map((each) =>
          fillKindTemplate(module, each),
        );
        if (!before?.ok || !ours?.ok) throw new Error('It cannot be filled in.');
        const input = { base: before.value, ours: ours.value, theirs: before.value };
        const after = mergeFile('terraform', { ...input, isForced: false }).text;
        const read = readSpecBack({ template: module, resource: old, before: before.value, after });
        const isSame = before.value === ours.value;
        expect(read).toEqual({
          ok: true,
          value: isSame ? { kind: 'none' } : { kind: 'spec', spec },
        });
      }),
      { numRuns: cases(500) },
    );
  });
});
