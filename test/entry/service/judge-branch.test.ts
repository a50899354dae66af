import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Program } from '../../../src/code/terraform/program.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { createBranchJudge } from '../../../src/entry/service/judge-branch.ts';
import { freshHistories } from '../../adapters/store/histories.ts';

const base = mkdtempSync(join(tmpdir(), 'parley-judge-'));
const histories = freshHistories();

afterAll(async () => {
  await histories.stop();
  rmSync(base, { recursive: true });
});

const settings = `version: 1
declarations:
  - by: maria@example.com
    at: aws_sqs_queue.jobs
    field: delay_seconds
    want: { equals: 5 }
    because: The consumers are slow
    from: 2026-03-14T00:00:00Z
    until: 2026-03-20T00:00:00Z
`;

const queue = (delay: number): string =>
  `resource "aws_sqs_queue" "jobs" {
  name          = "jobs"
  delay_seconds = ${delay}
}
`;

/** A checkout where Terraform reads a delay of 5 seconds, and OpenTofu the given one. */
function checkout(name: string, delay: number) {
  const root = join(base, name);
  mkdirSync(root, { recursive: true });
  const files = { 'parley.yaml': settings, 'main.tf': queue(5), 'main.tofu': queue(delay) };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  return { revision: '0'.repeat(40), top: root, root, release: async () => undefined };
}

it.each<readonly [Program | undefined, readonly string[]]>([
  ['tofu', ['aws_sqs_queue.jobs']],
  ['terraform', []],
])('judges a branch by the code that %s reads', async (program, expected) => {
  const { store } = await histories.fresh();
  const judge = createBranchJudge(async () => program);
  const stack = Stack.parse({ name: 'app', repository: '/repository', branch: 'main' });
  const judged = await judge({
    ...{ stack, store, now: '2026-03-15T00:00:00Z' },
    base: checkout(`base-${program}`, 5),
    head: checkout(`head-${program}`, 9),
  });

  expect(judged.ok && judged.value.found.map(({ address }) => address)).toEqual(expected);
});
