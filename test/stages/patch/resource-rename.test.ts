import { describe, expect, it } from 'vitest';
import { lineDiff, patched, valueGoal } from './harness.ts';

const users = (loop: string, name = 'each.key') =>
  `resource "aws_iam_user" "u" {\n  for_each = ${loop}\n\n  name = ${name}\n  path = "/people/"\n}\n`;

describe('a name that was changed out of band', () => {
  it.each([
    [
      'an element of a set',
      'toset(["ann", "bob"])',
      'each.key',
      'rob',
      '-  for_each = toset(["ann", "bob"])\n+  for_each = toset(["ann", "rob"])',
    ],
    [
      'a key of a map',
      '{ ann = 1, bob = 2 }',
      'each.key',
      'rob',
      '-  for_each = { ann = 1, bob = 2 }\n+  for_each = { ann = 1, rob = 2 }',
    ],
    [
      'a part of the name',
      'toset(["ann", "bob"])',
      '"x-${each.value}"',
      'x-rob',
      '-  for_each = toset(["ann", "bob"])\n+  for_each = toset(["ann", "rob"])',
    ],
    [
      'a key that loops hand on',
      '{ for k, v in { ann = 1, bob = 2 } : k => v }',
      'each.key',
      'rob',
      '-  for_each = { for k, v in { ann = 1, bob = 2 } : k => v }\n+  for_each = { for k, v in { ann = 1, rob = 2 } : k => v }',
    ],
  ])('changes %s, and the resource is imported by it', (_, loop, name, wanted, diff) => {
    const text = users(loop, name);

    const { changed, synthesis } = patched({ 'main.tf': text }, [
      valueGoal('aws_iam_user.u["bob"]', ['name'], wanted),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe(
      `${diff}\n+import {\n+  to = aws_iam_user.u["rob"]\n+  id = "${wanted}"`,
    );
    expect(synthesis.verification).toMatchObject({
      passed: true,
      notes: ['The instance is aws_iam_user.u["rob"] from now on.'],
    });
  });

  it('moves the instance where Terraform knows it by another id', () => {
    const text =
      'resource "aws_db_instance" "d" {\n  for_each = local.sizes\n\n  identifier     = each.key\n  instance_class = each.value\n}\nlocals {\n  sizes = {\n    main  = "db.t3.small"\n    stats = "db.t3.micro"\n  }\n}\noutput "arns" {\n  value = [for d in aws_db_instance.d : d.arn]\n}\n';

    const { changed } = patched(
      { 'main.tf': text },
      [valueGoal('aws_db_instance.d["stats"]', ['identifier'], 'reports')],
      { 'aws_db_instance.d["stats"]': { arn: 'arn:1' } },
    );

    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe(
      '-    main  = "db.t3.small"\n-    stats = "db.t3.micro"\n+moved {\n+  from = aws_db_instance.d["stats"]\n+  to   = aws_db_instance.d["reports"]\n+    main    = "db.t3.small"\n+    reports = "db.t3.micro"',
    );
  });

  it('combines with other changes of the same resource', () => {
    const text = users('toset(["bob"])');

    const { changed, synthesis } = patched({ 'main.tf': text }, [
      valueGoal('aws_iam_user.u["bob"]', ['name'], 'rob'),
      valueGoal('aws_iam_user.u["bob"]', ['path'], '/robots/'),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toContain('toset(["rob"])');
    expect(changed['main.tf']).toContain('path = "/robots/"');
  });

  it.each([
    ['without for_each', 'resource "aws_iam_user" "u" {\n  name = "bob"\n}\n', 'aws_iam_user.u'],
    [
      'whose key makes other things',
      `${users('toset(local.names)')}locals {\n  names = ["ann", "bob"]\n}\nresource "aws_sqs_queue" "q" {\n  for_each = toset(local.names)\n  name     = each.key\n}\n`,
      'aws_iam_user.u["bob"]',
    ],
    [
      'that is named by its key elsewhere',
      `${users('toset(["ann", "bob"])')}output "bob" {\n  value = aws_iam_user.u["bob"].arn\n}\n`,
      'aws_iam_user.u["bob"]',
    ],
  ])('of one %s is left to a person', (_, text, address) => {
    const { changed, synthesis } = patched({ 'main.tf': text }, [
      valueGoal(address, ['name'], 'rob'),
    ]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal.code).toBe('renamed-resource');
  });
});
