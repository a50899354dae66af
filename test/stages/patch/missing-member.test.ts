import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { elementRule } from '../../../src/providers/catalog/elements.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import type { AttributeType, BlockSchema } from '../../../src/providers/schema/types.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { patched, valueGoal } from './harness.ts';

const insights = { element: { name: 'containerInsights' } };
const cluster = (more: string): string =>
  `resource "aws_ecs_cluster" "hall" {\n  name = "hall"\n${more}}\n`;
const setting = (text: string): string => `\n  setting {\n${text}  }\n`;
const on = valueGoal('aws_ecs_cluster.hall', ['setting', insights, 'value'], 'enabled');

const cases: readonly {
  readonly name: string;
  readonly before: string;
  readonly goals: readonly Goal[];
  readonly after: string;
}[] = [
  {
    name: 'is the first block of its kind',
    before: cluster(''),
    goals: [on],
    after: cluster(setting('    name  = "containerInsights"\n    value = "enabled"\n')),
  },
  {
    name: 'stands behind others of its kind',
    before: cluster(setting('    name  = "other"\n    value = "disabled"\n')),
    goals: [on],
    after: cluster(
      setting('    name  = "other"\n    value = "disabled"\n') +
        setting('    name  = "containerInsights"\n    value = "enabled"\n'),
    ),
  },
  {
    name: 'stays where it is there already',
    before: cluster(setting('    name = "containerInsights"\n')),
    goals: [on],
    after: cluster(setting('    name  = "containerInsights"\n    value = "enabled"\n')),
  },
  {
    name: 'is an entry of the collection that makes the others',
    before: `${cluster(
      '\n  dynamic "setting" {\n    for_each = local.settings\n    content {\n      name  = setting.key\n      value = setting.value\n    }\n  }\n',
    )}\nlocals {\n  settings = {\n    other = "disabled"\n  }\n}\n`,
    goals: [on],
    after: `${cluster(
      '\n  dynamic "setting" {\n    for_each = local.settings\n    content {\n      name  = setting.key\n      value = setting.value\n    }\n  }\n',
    )}\nlocals {\n  settings = {\n    other             = "disabled"\n    containerInsights = "enabled"\n  }\n}\n`,
  },
  {
    name: 'has all that several drifts want of it',
    before: 'resource "aws_db_parameter_group" "main" {\n  family = "postgres16"\n}\n',
    goals: [
      valueGoal(
        'aws_db_parameter_group.main',
        ['parameter', { element: { name: 'work_mem' } }, 'value'],
        '8192',
      ),
      valueGoal(
        'aws_db_parameter_group.main',
        ['parameter', { element: { name: 'work_mem' } }, 'apply_method'],
        'pending-reboot',
      ),
    ],
    after:
      'resource "aws_db_parameter_group" "main" {\n  family = "postgres16"\n\n  parameter {\n    name         = "work_mem"\n    value        = "8192"\n    apply_method = "pending-reboot"\n  }\n}\n',
  },
  {
    name: 'is there for one instance of several alone',
    before:
      'resource "aws_ecs_cluster" "hall" {\n  for_each = toset(["a", "b"])\n  name     = each.key\n}\n',
    goals: [valueGoal('aws_ecs_cluster.hall["a"]', ['setting', insights, 'value'], 'enabled')],
    after:
      'resource "aws_ecs_cluster" "hall" {\n  for_each = toset(["a", "b"])\n  name     = each.key\n\n  dynamic "setting" {\n    for_each = each.key == "a" ? [1] : []\n\n    content {\n      name  = "containerInsights"\n      value = "enabled"\n    }\n  }\n}\n',
  },
];

describe('a block that is named by what is in it, and is not in the code', () => {
  it.each(cases)('$name', ({ before, goals, after }) => {
    const { changed, synthesis } = patched({ 'main.tf': before }, goals);

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toBe(after);
    expect(synthesis.verification).toEqual({ level: 'evaluate', passed: true, notes: [] });
  });

  it('is not needed where nothing is wanted of it', () => {
    const goal = valueGoal('aws_ecs_cluster.hall', ['setting', insights, 'value'], null);
    const { changed, synthesis } = patched({ 'main.tf': cluster('') }, [goal]);

    expect(changed).toEqual({});
    expect(synthesis.refused).toEqual([]);
  });

  it('is not written beside a collection that nobody knows', () => {
    const before = `${cluster(
      '\n  dynamic "setting" {\n    for_each = var.settings\n    content {\n      name  = setting.key\n      value = setting.value\n    }\n  }\n',
    )}\nvariable "settings" {\n  type = map(string)\n}\n`;
    const { changed, synthesis } = patched({ 'main.tf': before }, [on]);

    expect(changed).toEqual({});
    expect(synthesis.refused).toHaveLength(1);
  });
});

interface Place {
  readonly type: string;
  /** Path of the collection. */
  readonly path: AttributePath;
  readonly name: JsonObject;
  readonly attribute: string;
  readonly value: Json;
}

const schema = loadSchema();

/** Collections of blocks that are identified by a name, with the first other attribute of each. */
function* places(type: string, block: BlockSchema, above: AttributePath = []): Generator<Place> {
  for (const [name, nested] of block.blocks) {
    const path = [...above, name];
    const identity = elementRule(type, name)?.identity;
    const attributes = nested.block.attributes;
    if (identity !== undefined && nested.max !== 1) {
      const sampled = (key: string): Json => sample(attributes.get(key)?.type);
      const [other] = [...attributes].filter(
        ([key, { optional, required, type: of }]) =>
          (optional || required) && !identity.includes(key) && isPlain(of),
      );
      const named = Object.fromEntries(identity.map((key) => [key, sampled(key)]));
      if (other !== undefined) {
        yield { type, path, name: named, attribute: other[0], value: sampled(other[0]) };
      }
    }
    // Descends into blocks that occur at most once.
    if (nested.max === 1) yield* places(type, nested.block, [...path, 0]);
  }
}

function isPlain({ kind }: AttributeType): boolean {
  return kind === 'string' || kind === 'number' || kind === 'bool';
}

function sample(type: AttributeType | undefined): Json {
  if (type?.kind === 'number') return 7;
  return type?.kind === 'bool' ? true : 'seven';
}

const found = schema
  .types()
  .filter((type) => /^(?:aws|azurerm|google)_/.test(type))
  .flatMap((type) => {
    const block = schema.resource(type);
    return block === undefined ? [] : [...places(type, block)];
  });

describe('every collection of named blocks in the catalog', () => {
  it('is more than those of one cloud', () => {
    const clouds = new Set(found.map(({ type }) => type.split('_')[0]));
    expect([...clouds].sort()).toEqual(['aws', 'azurerm', 'google']);
    expect(found.length).toBeGreaterThan(40);
  });

  it.each(found.map((place) => [`${place.type} ${place.path.join('.')}`, place] as const))(
    '%s gets a member by the value of one attribute',
    (_, { type, path, name, attribute, value }) => {
      const address = `${type}.it`;
      const goal: Goal = {
        kind: 'value',
        drift: 'd-1',
        address,
        type,
        path: [...path, { element: name }, attribute],
        value,
      };
      const { synthesis } = patched({ 'main.tf': `resource "${type}" "it" {\n}\n` }, [goal]);

      expect(synthesis.refused).toEqual([]);
      const [written] = [...synthesis.code.evaluation.attributes(address).keys()];
      expect(written).toBe(path[0]);
      expect(synthesis.verification.passed).toBe(true);
    },
  );
});
