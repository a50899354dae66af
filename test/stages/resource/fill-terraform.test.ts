import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { fillTerraform } from '../../../src/stages/resource/fill-terraform.ts';

function render(text: string, spec: JsonObject) {
  const template = { language: 'terraform', text, file: 'template.tf' } as const;
  return fillTerraform(template, {
    tenant: 'team-a',
    kind: 'VirtualMachine',
    name: 'my-app',
    spec,
  });
}

describe('a template', () => {
  it.each<[string, string, JsonObject, string]>([
    ['a label', 'module "NAME" {}\n', {}, 'module "my-app" {}\n'],
    ['a value', 'a = spec.size\n', { size: 'small' }, 'a = "small"\n'],
    ['a number', 'a = spec.size\n', { size: 1.5 }, 'a = 1.5\n'],
    ['a value inside', 'a = spec.disk.size\n', { disk: { size: 8 } }, 'a = 8\n'],
    ['who it is', 'a = "${self.tenant}-${self.name}"\n', {}, 'a = "team-a-my-app"\n'],
    ['a call', 'a = upper(spec.size)\n', { size: 's' }, 'a = upper("s")\n'],
    ['what is left out', 'a = 1\nb = spec.size\nc = 2\n', {}, 'a = 1\nc = 2\n'],
    ['what is left out within', 'a = coalesce(spec.size, 1)\n', {}, 'a = coalesce(null, 1)\n'],
    [
      'what is something else',
      'a = var.spec.size\nname = local.self\n',
      {},
      'a = var.spec.size\nname = local.self\n',
    ],
    [
      'what looks like code',
      'a = spec.size\n',
      { size: '"${file("/etc/passwd")}' },
      'a = "\\"$${file(\\"/etc/passwd\\")}"\n',
    ],
    [
      'what looks like code in a text',
      'a = "x-${spec.size}"\n',
      { size: '${x}"' },
      'a = "x-$${x}\\""\n',
    ],
    ['an object', 'tags = spec.tags\n', { tags: { Team: 'a' } }, 'tags = {\n  Team = "a"\n}\n'],
  ])('fills in %s', (_, template, spec, text) => {
    expect(render(template, spec)).toEqual({ ok: true, value: text });
  });

  it.each(['module "NAME" {', 'a = = 1\n'])(
    'is refused where it is not Terraform: %s',
    (template) => {
      expect(render(template, {})).toMatchObject({ ok: false, error: { code: 'kind-template' } });
    },
  );
});
