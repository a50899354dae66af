import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { trailRecord } from '../adapters/collect/records.ts';
import { stackFiles } from '../app/harness/project.ts';
import { newFolder, parley, removeFolders } from '../entry/cli/parley.ts';

afterAll(removeFolders);

/** A secret in the code only; the provider's schema marks nothing as sensitive. */
const secret = 'planted-secret-6d20';
const time = Date.parse('2026-03-14T03:00:00Z');
const url = 'https://sqs.us-east-1.amazonaws.com/123456789012/shop-q0';

const password = `variable "password" {
  sensitive = true
  default   = "${secret}"
}
`;

/** Runs on a queue whose code contains `body` and whose tags somebody changed. */
async function reconcile(body: string, more: string, tags: Readonly<Record<string, string>>) {
  const root = newFolder();
  const files = stackFiles('.', 'shop', 1);
  const main = `resource "aws_sqs_queue" "q0" {
  name = "shop-q0"
  ${body}
}
${more}`;
  for (const [path, text] of Object.entries({ ...files, './main.tf': main })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const record = trailRecord('e1', time, {
    eventName: 'TagQueue',
    requestParameters: { queueUrl: url, tags },
  });
  writeFileSync(join(root, 'log.json'), JSON.stringify({ Records: [record] }));
  const args = ['--state', 'terraform.tfstate', '--events', 'log.json', '--policy', 'accept-all'];
  const plain = await parley(root, 'reconcile', ...args);
  const json = await parley(root, 'reconcile', ...args, '--json');
  return { said: `${plain.out}${plain.err}${json.out}`, report: JSON.parse(json.out) };
}

const places: readonly (readonly [string, string, string])[] = [
  ['a variable', 'tags = { team = var.password }', password],
  ['a part of a text', 'tags = { team = "a-${var.password}" }', password],
  ['a function', `tags = { team = sensitive("${secret}") }`, ''],
  [
    'a whole map',
    'tags = var.tags',
    `variable "tags" {
  sensitive = true
  default   = { team = "${secret}" }
}
`,
  ],
  [
    'a local value',
    'tags = local.tags',
    `${password}locals {
  tags = merge({ a = "b" }, { team = var.password })
}
`,
  ],
];

describe('what the code marks as sensitive', () => {
  it.each(places)('is shown nowhere, from %s', async (_, body, more) => {
    const { said, report } = await reconcile(body, more, { team: 'live-value-77aa' });

    expect(said).not.toContain(secret);
    expect(said).not.toContain('live-value-77aa');
    expect(report.drifts).toMatchObject([
      { declared: { kind: 'redacted' }, live: { kind: 'redacted' } },
    ]);
    expect(report.patches).toEqual([]);
  });

  it('hides what somebody adds to a map that is sensitive as a whole', async () => {
    const [, , [, body = '', more = ''] = []] = [0, 0, places[3]];
    const { said } = await reconcile(body, more, { added: 'live-value-77aa' });

    expect(said).toContain('added');
    expect(said).not.toContain('live-value-77aa');
  });

  it('is told apart from what stands beside it', async () => {
    const body = 'tags = { team = var.password, owner = "a-team" }';
    const { said } = await reconcile(body, password, { owner: 'b-team' });

    expect(said).toContain('b-team');
    expect(said).not.toContain(secret);
  });
});
