import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, typeOf } from './harness.ts';

function gone(address: string): Goal {
  return { kind: 'delete', drift: 'd-1', address, type: typeOf(address) };
}

const topic = 'resource "aws_sns_topic" "t" {\n  name = "t"\n}\n';
const topicAndReaders = ['aws_sns_topic.t', 'aws_sns_topic_subscription.s["a"]'].map(gone);

function subscription(each: string): string {
  return `resource "aws_sns_topic_subscription" "s" {\n  ${each}\n  topic_arn = aws_sns_topic.t.arn\n  protocol  = "sqs"\n}\n`;
}

describe('an index that goes', () => {
  const buckets =
    'resource "aws_s3_bucket" "b" {\n  count  = 3\n  bucket = "b-${count.index}"\n}\n';
  const document = (count: string): string =>
    `data "aws_iam_policy_document" "d" {\n  ${count}\n  statement {\n    actions   = ["s3:*"]\n    resources = [aws_s3_bucket.b[count.index].arn]\n  }\n}\n`;

  it('goes from a data source with the same count, too', () => {
    const text = `${buckets}${document('count = 3')}`;

    const { changed, synthesis } = patched({ 'main.tf': text }, [gone('aws_s3_bucket.b[2]')]);

    expect(changed['main.tf']).toBe(
      text.replace('count  = 3', 'count  = 2').replace('count = 3', 'count = 2'),
    );
    expect(synthesis.verification.passed).toBe(true);
  });

  it('leaves a data source alone that copes without it', () => {
    const text = `${buckets}${document('count = 3').replace(/aws_s3\S*arn/, 'try($&, "*")')}`;

    const { changed } = patched({ 'main.tf': text }, [gone('aws_s3_bucket.b[2]')]);

    expect(changed['main.tf']).toBe(text.replace('count  = 3', 'count  = 2'));
  });

  it.each([
    [
      'a data source whose count is written otherwise',
      `locals {\n  n = 3\n}\n${document('count = local.n')}`,
      'data.aws_iam_policy_document.d (main.tf:12)',
      12,
    ],
    [
      'a data source whose last instance is read elsewhere',
      `${document('count = 3')}output "last" {\n  value = data.aws_iam_policy_document.d[2].json\n}\n`,
      'data.aws_iam_policy_document.d (main.tf:9)',
      9,
    ],
    [
      'a local',
      'locals {\n  last = 2\n  arn  = aws_s3_bucket.b[local.last].arn\n}\n',
      'local.arn (main.tf:7)',
      7,
    ],
    [
      'an output',
      'output "arns" {\n  value = [for i in range(3) : aws_s3_bucket.b[i].arn]\n}\n',
      'output arns (main.tf:6)',
      6,
    ],
    [
      'the input of a module',
      'module "m" {\n  source = "./m"\n  arn    = element(aws_s3_bucket.b, 1) == null ? "" : aws_s3_bucket.b[1 + 1].arn\n}\n',
      'module.m (main.tf:7)',
      7,
    ],
  ])('stays as long as %s needs it', (_, text, reader, line) => {
    const files = { 'main.tf': `${buckets}${text}`, 'm/main.tf': 'variable "arn" {}\n' };

    const { changed, synthesis } = patched(files, [gone('aws_s3_bucket.b[2]')]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal).toMatchObject({
      code: 'has-dependants',
      nearest: { file: 'main.tf', line },
    });
    expect(synthesis.refused[0]?.refusal.reason).toContain(reader);
  });

  it('goes where an expression failed before, and still does', () => {
    const text = `${buckets}output "o" {\n  value = aws_s3_bucket.b[7].arn\n}\n`;

    const { changed } = patched({ 'main.tf': text }, [gone('aws_s3_bucket.b[2]')]);

    expect(changed['main.tf']).toBe(text.replace('count  = 3', 'count  = 2'));
  });

  it('leaves an empty count where its block is read as a whole', () => {
    const text =
      'resource "aws_s3_bucket" "b" {\n  count  = 1\n  bucket = "b"\n}\noutput "arn" {\n  value = one(aws_s3_bucket.b[*].arn)\n}\n';

    const { changed } = patched({ 'main.tf': text }, [gone('aws_s3_bucket.b[0]')]);

    expect(changed['main.tf']).toBe(text.replace('count  = 1', 'count  = 0'));
  });
});

describe('an entry that goes', () => {
  it('stays as long as a data source looks for its instance', () => {
    const text =
      'locals {\n  names = toset([\n    "a",\n    "b",\n  ])\n}\nresource "aws_sqs_queue" "q" {\n  for_each = local.names\n  name     = each.key\n}\ndata "aws_sqs_queue" "d" {\n  for_each = toset(["a", "b"])\n  name     = aws_sqs_queue.q[each.key].name\n}\n';

    const { changed, synthesis } = patched({ 'main.tf': text }, [gone('aws_sqs_queue.q["b"]')]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal).toMatchObject({
      reason:
        'aws_sqs_queue.q["b"] is gone, but data.aws_sqs_queue.d (main.tf:13) still refers to it.',
      nearest: { file: 'main.tf', line: 13 },
    });
  });

  it('stays in a list as long as an output reads it by its place', () => {
    const text =
      'locals {\n  cidrs = ["10.0.0.0/8", "10.1.0.0/16"]\n}\nresource "aws_security_group" "g" {\n  ingress {\n    cidr_blocks = local.cidrs\n  }\n}\noutput "second" {\n  value = local.cidrs[1]\n}\n';
    const path = ['ingress', 0, 'cidr_blocks'];
    const goal = elementGoal('aws_security_group.g', path, 'remove', '10.1.0.0/16');

    const { changed } = patched({ 'main.tf': text }, [goal]);

    expect(changed['main.tf'] ?? text).toContain('cidrs = ["10.0.0.0/8", "10.1.0.0/16"]');
  });
});

describe('instances that go with what their block refers to', () => {
  it.each([
    ['a map of its own', 'for_each = { a = 1 }', ''],
    ['a local of its own', 'for_each = local.names', 'locals {\n  names = toset(["a"])\n}\n'],
    [
      'locals behind a local',
      'for_each = toset(local.all)',
      'locals {\n  all   = concat(local.some, [])\n  some  = ["a"]\n}\n',
    ],
  ])('take the block with them, and %s', (_, each, locals) => {
    const files = { 'main.tf': `${topic}${subscription(each)}${locals}`, 'x.tf': '' };

    const { changed, synthesis } = patched(files, topicAndReaders);

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toBe('');
    expect(synthesis.verification).toMatchObject({ level: 'evaluate', passed: true });
  });

  it('take every one of several instances of a count with them', () => {
    const text = `${topic}${subscription('count = length(local.names)')}locals {\n  names = ["a", "b"]\n  other = 1\n}\n`;
    const goals = ['aws_sns_topic.t', ...[0, 1].map((n) => `aws_sns_topic_subscription.s[${n}]`)];

    const { changed } = patched({ 'main.tf': text }, goals.map(gone));

    expect(changed['main.tf']).toBe('locals {\n  other = 1\n}\n');
  });

  it('take blocks that refer to their block with them', () => {
    const alarm =
      'resource "aws_cloudwatch_metric_alarm" "m" {\n  for_each   = local.names\n  alarm_name = aws_sns_topic_subscription.s[each.key].endpoint\n}\n';
    const text = `${topic}${subscription('for_each = local.names')}${alarm}locals {\n  names = toset(["a"])\n}\n`;

    const { changed } = patched({ 'main.tf': text }, [
      ...topicAndReaders,
      gone('aws_cloudwatch_metric_alarm.m["a"]'),
    ]);

    expect(changed['main.tf']).toBe('');
  });

  it('leave a local that something else reads', () => {
    const queue = 'resource "aws_sqs_queue" "q" {\n  for_each = local.names\n}\n';
    const locals = 'locals {\n  names = toset(["a"])\n}\n';
    const text = `${topic}${subscription('for_each = local.names')}${queue}${locals}`;

    const { changed } = patched({ 'main.tf': text }, topicAndReaders);

    expect(changed['main.tf']).toBe(`${queue}${locals}`);
  });

  it('stay, and so does what they refer to, if their block is needed', () => {
    const text = `${topic}${subscription('for_each = local.names')}locals {\n  names = toset(["a"])\n}\noutput "arns" {\n  value = [for s in aws_sns_topic_subscription.s : s.arn]\n}\n`;

    const { changed, synthesis } = patched({ 'main.tf': text }, topicAndReaders);

    expect(changed).toEqual({});
    expect(synthesis.refused.map(({ refusal }) => refusal.reason).join()).toContain(
      'output arns (main.tf:13)',
    );
  });

  it('leave an empty collection if what they refer to keeps its block', () => {
    const topics = topic.replace('name = "t"', 'for_each = local.names\n  name     = each.key');
    const child = subscription('for_each = local.names').replace('t.arn', 't[each.key].arn');
    const text = `${topics}${child}locals {\n  names = toset(["a"])\n}\n`;

    const { changed } = patched({ 'main.tf': text }, [
      gone('aws_sns_topic.t["a"]'),
      gone('aws_sns_topic_subscription.s["a"]'),
    ]);

    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe(
      '-  names = toset(["a"])\n+  names = toset([])',
    );
  });

  it('leave no block of an override file', () => {
    const files = {
      'main.tf': `${topic}${subscription('for_each = toset(["a"])')}`,
      'main_override.tf':
        'resource "aws_sns_topic" "t" {\n  display_name = "T"\n}\nresource "aws_sns_topic_subscription" "s" {\n  topic_arn = aws_sns_topic.t.id\n}\n',
    };

    const { changed } = patched(files, topicAndReaders);

    expect(changed).toEqual({ 'main.tf': '', 'main_override.tf': '' });
  });
});
