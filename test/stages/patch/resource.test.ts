import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { lineDiff, patched, typeOf } from './harness.ts';

function createGoal(
  address: string,
  attributes: Extract<Goal, { kind: 'create' }>['creation']['attributes'],
  importId: string,
  parent?: string,
): Goal {
  const creation = { attributes, importId, ...(parent === undefined ? {} : { parent }) };
  return { kind: 'create', drift: 'd-1', address, type: typeOf(address), creation };
}

function deleteGoal(address: string): Goal {
  return { kind: 'delete', drift: `d-${address}`, address, type: typeOf(address) };
}

function ignoreGoal(address: string, attribute: string): Goal {
  const note = 'owned by Scaler within 1..4';
  return { kind: 'ignore', drift: 'd-1', address, type: typeOf(address), path: [attribute], note };
}

const bucket = 'resource "aws_s3_bucket" "logs" {\n  bucket = "logs"\n}\n';
const versioning = { bucket: 'logs', versioning_configuration: [{ status: 'Enabled' }] };

describe('a resource made out of band', () => {
  it('is written after the one it belongs to, with an import block', () => {
    const files = { 'main.tf': `${bucket}\nlocals {}\n` };

    const { changed, synthesis } = patched(
      files,
      [createGoal('aws_s3_bucket_versioning.logs', versioning, 'logs', 'aws_s3_bucket.logs')],
      { 'aws_s3_bucket.logs': { id: 'logs', bucket: 'logs' } },
    );

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toBe(`${bucket}
resource "aws_s3_bucket_versioning" "logs" {
  bucket = "logs"

  versioning_configuration {
    status = "Enabled"
  }
}

import {
  to = aws_s3_bucket_versioning.logs
  id = "logs"
}

locals {}
`);
  });

  it('goes into the module, and its import into the root', () => {
    const files = { 'main.tf': 'module "m" {\n  source = "./m"\n}\n', 'm/main.tf': bucket };

    const { changed } = patched(files, [
      createGoal(
        'module.m.aws_s3_bucket_versioning.logs',
        versioning,
        'logs',
        'module.m.aws_s3_bucket.logs',
      ),
    ]);

    expect(changed['main.tf']).toContain('to = module.m.aws_s3_bucket_versioning.logs');
    expect(changed['m/main.tf']).toContain('resource "aws_s3_bucket_versioning" "logs"');
    expect(changed['m/main.tf']).not.toContain('import {');
  });

  it('stands after the call of a module that others call, too', () => {
    const call = (name: string) => `module "${name}" {\n  source = "./m"\n}\n`;
    const files = { 'main.tf': `${call('m')}\n${call('n')}`, 'm/main.tf': bucket };
    const { changed, synthesis } = patched(files, [
      createGoal(
        'aws_s3_bucket_versioning.m_logs',
        versioning,
        'logs',
        'module.m.aws_s3_bucket.logs',
      ),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['m/main.tf']).toBeUndefined();
    expect(changed['main.tf']).toBe(`${call('m')}
resource "aws_s3_bucket_versioning" "m_logs" {
  bucket = "logs"

  versioning_configuration {
    status = "Enabled"
  }
}

import {
  to = aws_s3_bucket_versioning.m_logs
  id = "logs"
}

${call('n')}`);
  });

  it('is refused after a call if the provider would add tags it does not have', () => {
    const provider = 'provider "aws" {\n  default_tags {\n    tags = { Team = "shop" }\n  }\n}\n';
    const call = (name: string) => `module "${name}" {\n  source = "./m"\n}\n`;
    const files = { 'main.tf': `${provider}${call('m')}\n${call('n')}`, 'm/main.tf': bucket };
    const goal = (tags: Readonly<Record<string, string>>) =>
      createGoal(
        'aws_sns_topic.alarms',
        { name: 'alarms', tags },
        'arn:aws:sns:us-east-1:123456789012:alarms',
        'module.m.aws_s3_bucket.logs',
      );

    expect(JSON.stringify(patched(files, [goal({})]).synthesis.refused)).toContain(
      "put the provider's tags (Team) on aws_sns_topic.alarms",
    );
    expect(patched(files, [goal({ Team: 'shop' })]).synthesis.refused).toEqual([]);
  });

  it('is refused in the root if the provider would add tags it does not have', () => {
    const tags = (team: string) => `  default_tags {\n    tags = { Team = "${team}" }\n  }\n`;
    const provider = `provider "aws" {\n${tags('shop')}}\n`;
    const west = `provider "aws" {\n  alias = "west"\n${tags('west')}}\n`;
    const topic =
      'resource "aws_sns_topic" "other" {\n  provider = aws.west\n  name     = "other"\n}\n';
    const goal = (tags: Readonly<Record<string, string>>) =>
      createGoal(
        'aws_sns_topic.alarms',
        { name: 'alarms', tags },
        'arn:aws:sns:us-east-1:123456789012:alarms',
      );
    const refused = (main: string, own: Readonly<Record<string, string>>) =>
      patched({ 'main.tf': main }, [goal(own)]).synthesis.refused.map(
        ({ refusal }) => refusal.code,
      );

    expect(refused(`${provider}${west}${topic}`, {})).toEqual(['would-be-tagged']);
    expect(refused(`${provider}${west}${topic}`, { Team: 'west' })).toEqual(['would-be-tagged']);
    expect(refused(`${provider}${west}${topic}`, { Team: 'shop' })).toEqual([]);
    // The new block uses the provider without an alias, whatever its neighbors use.
    expect(refused(`${west}${topic}`, {})).toEqual([]);
  });

  it('is refused in a module that has several instances', () => {
    const files = {
      'main.tf': 'module "m" {\n  source   = "./m"\n  for_each = toset(["a", "b"])\n}\n',
      'm/main.tf': bucket,
    };

    const { changed, synthesis } = patched(files, [
      createGoal(
        'module.m["a"].aws_s3_bucket_versioning.logs',
        versioning,
        'logs',
        'module.m["a"].aws_s3_bucket.logs',
      ),
    ]);

    expect(changed).toEqual({});
    expect(synthesis.refused).toHaveLength(1);
  });
});

describe('a resource deleted out of band', () => {
  it('loses its block with the comment on it', () => {
    const files = { 'main.tf': `locals {}\n\n# Old logs.\n${bucket}\n# End.\n` };

    const { changed } = patched(files, [deleteGoal('aws_s3_bucket.logs')]);

    expect(changed['main.tf']).toBe('locals {}\n\n# End.\n');
  });

  it('loses its for_each entry', () => {
    const files = {
      'main.tf':
        'resource "aws_sqs_queue" "q" {\n  for_each = local.queues\n  name     = each.key\n}\nlocals {\n  queues = {\n    a = 1\n    b = 2\n  }\n}\n',
    };

    const { changed } = patched(files, [deleteGoal('aws_sqs_queue.q["b"]')]);

    expect(lineDiff(files['main.tf'], changed['main.tf'] ?? '')).toBe('-    b = 2');
  });

  it('loses the list element that its entry is generated from', () => {
    const files = {
      'main.tf':
        'resource "aws_iam_role_policy_attachment" "a" {\n  for_each   = local.pairs\n  role       = each.value.role\n  policy_arn = each.value.policy\n}\nlocals {\n  pairs = merge([\n    for role, settings in var.roles : {\n      for policy in settings.policies : "${role}|${policy}" => { role = role, policy = policy }\n    }\n  ]...)\n}\nvariable "roles" {\n  default = {\n    a = { policies = ["x", "y"] }\n    b = {\n      policies = [\n        "x",\n        "z", # audited\n      ]\n    }\n  }\n}\n',
    };

    const { changed } = patched(files, [deleteGoal('aws_iam_role_policy_attachment.a["b|x"]')]);

    expect(lineDiff(files['main.tf'], changed['main.tf'] ?? '')).toBe('-        "x",');
  });

  it.each([
    ['the last of a count', 1, '-  count = 2\n+  count = 1'],
    ['any other of a count, which would renumber the rest', 0, undefined],
  ])('%s', (_, index, diff) => {
    const files = { 'main.tf': 'resource "aws_sqs_queue" "q" {\n  count = 2\n  name  = "q"\n}\n' };

    const { changed, synthesis } = patched(files, [deleteGoal(`aws_sqs_queue.q[${index}]`)]);

    if (diff === undefined) {
      expect(synthesis.refused).toHaveLength(1);
      expect(changed).toEqual({});
    } else {
      expect(lineDiff(files['main.tf'], changed['main.tf'] ?? '')).toBe(diff);
    }
  });

  it('stays in the code when something else refers to it', () => {
    const files = {
      'main.tf': `${bucket}resource "aws_s3_bucket_versioning" "v" {\n  bucket = aws_s3_bucket.logs.bucket\n}\n`,
    };

    const { changed, synthesis } = patched(files, [deleteGoal('aws_s3_bucket.logs')]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal.reason).toContain('aws_s3_bucket_versioning.v');
  });
});

describe('an attribute handed over', () => {
  it.each([
    [
      'gets a lifecycle block',
      'resource "aws_ecs_service" "s" {\n  name          = "s"\n  desired_count = 2\n}\n',
      '+  lifecycle {\n+    # desired_count: owned by Scaler within 1..4\n+    ignore_changes = [desired_count]\n+  }',
    ],
    [
      'joins the list that is there',
      'resource "aws_ecs_service" "s" {\n  name = "s"\n  lifecycle {\n    ignore_changes = [tags]\n  }\n}\n',
      '-    ignore_changes = [tags]\n+    # desired_count: owned by Scaler within 1..4\n+    ignore_changes = [tags, desired_count]',
    ],
  ])('%s', (_, text, diff) => {
    const { changed, synthesis } = patched({ 'main.tf': text }, [
      ignoreGoal('aws_ecs_service.s', 'desired_count'),
    ]);

    expect(synthesis.refused).toEqual([]);
    const seen = lineDiff(text, changed['main.tf'] ?? '');
    expect(
      seen
        .split('\n')
        .filter((line) => !/^\+\s*$/.test(line))
        .join('\n'),
    ).toContain(diff);
  });
});
