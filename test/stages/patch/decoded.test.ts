import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, valueGoal } from './harness.ts';

const main = (decoded: string) =>
  `locals {\n  settings = ${decoded}\n}\nresource "aws_lambda_function" "f" {\n  for_each    = local.settings.services\n  timeout     = each.value.timeout\n  layers      = each.value.layers\n  tags        = each.value.tags\n  description = try(each.value.about, null)\n}\n`;
const yaml =
  '# Everything that runs\nservices:\n  api: # public\n    timeout: 30 # seconds\n    layers:\n      - a\n      - b\n    tags: { Team: shop }\n\n  jobs:\n    timeout: 60\n    layers: []\n    tags: {}\n';
const json =
  '{\n  "services": {\n    "api": { "timeout": 30, "layers": ["a", "b"], "tags": { "Team": "shop" } },\n    "jobs": { "timeout": 60, "layers": [], "tags": {} }\n  }\n}\n';
const api = 'aws_lambda_function.f["api"]';
const gone: Goal = { kind: 'delete', drift: 'd-1', address: api, type: 'aws_lambda_function' };

describe('a value in a YAML file is changed there', () => {
  const fromYaml = main('yamldecode(file("${path.module}/settings.yaml"))');

  it.each<readonly [name: string, goal: Goal, diff: string]>([
    [
      'a number, and comments stay',
      valueGoal(api, ['timeout'], 45),
      '-    timeout: 30 # seconds\n+    timeout: 45 # seconds',
    ],
    ['a key that is new', valueGoal(api, ['description'], 'a: b'), '+    about: "a: b"'],
    [
      'an entry of a map',
      valueGoal(api, ['tags', 'Owner'], 'ann'),
      '-    tags: { Team: shop }\n+    tags: { Team: shop, Owner: ann }',
    ],
    ['an entry that is gone', valueGoal(api, ['tags', 'Team'], null), '-    tags: { Team: shop }'],
    ['an element that is new', elementGoal(api, ['layers'], 'add', 'c'), '+      - c'],
    ['an element that is gone', elementGoal(api, ['layers'], 'remove', 'a'), '-      - a'],
    [
      'an instance that is gone',
      gone,
      '-  api: # public\n-    timeout: 30 # seconds\n-    layers:\n-      - a\n-      - b\n-    tags: { Team: shop }',
    ],
  ])('%s', (_, goal, diff) => {
    const { changed, synthesis } = patched({ 'main.tf': fromYaml, 'settings.yaml': yaml }, [goal]);

    expect(synthesis.refused).toEqual([]);
    expect(Object.keys(changed)).toEqual(['settings.yaml']);
    expect(lineDiff(yaml, changed['settings.yaml'] ?? '')).toBe(diff);
  });
});

describe('a value in a JSON file is changed there', () => {
  it.each<readonly [name: string, goal: Goal, line: string]>([
    [
      'a number',
      valueGoal(api, ['timeout'], 45),
      '"api": { "timeout": 45, "layers": ["a", "b"], "tags": { "Team": "shop" } }',
    ],
    [
      'an element that is new',
      elementGoal(api, ['layers'], 'add', 'c'),
      '"api": { "timeout": 30, "layers": ["a", "b", "c"], "tags": { "Team": "shop" } }',
    ],
  ])('%s', (_, goal, line) => {
    const files = { 'main.tf': main('jsondecode(file("settings.json"))'), 'settings.json': json };

    const { changed } = patched(files, [goal]);

    expect(Object.keys(changed)).toEqual(['settings.json']);
    expect(changed['settings.json']).toContain(line);
  });
});

describe('a value in a file that cannot be edited', () => {
  it('is named with its file and its key', () => {
    const files = {
      'main.tf': main('yamldecode(templatefile("${path.module}/settings.yaml", {}))'),
      'settings.yaml': yaml,
    };

    const { changed, synthesis } = patched(files, [gone]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal).toMatchObject({
      code: 'value-in-file',
      reason: 'It is set in settings.yaml, services.api, which Parley does not edit.',
      nearest: { file: 'settings.yaml', line: 3 },
    });
  });

  it('stays if others have the same value by an alias', () => {
    const files = {
      'main.tf': main('yamldecode(file("settings.yaml"))'),
      'settings.yaml':
        'services:\n  api: &all\n    timeout: 30\n    layers: []\n    tags: {}\n  jobs: *all\n',
    };

    const { changed } = patched(files, [valueGoal(api, ['timeout'], 45)]);

    expect(Object.keys(changed)).toEqual(['main.tf']);
  });
});
