import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { demo, demoFlags, initProject, newProject, parley, removeFolders } from './parley.ts';

const saver = 'arn:aws:iam::123456789012:role/cost-saver';
let project: string;

async function listed(...args: readonly string[]) {
  const run = await parley(project, 'intent', 'list', '--json', ...args);
  expect(run).toMatchObject({ code: 0, err: '' });
  return JSON.parse(run.out);
}

beforeAll(async () => {
  project = newProject();
  await initProject(project);
});
afterAll(removeFolders);

function declare(...flags: readonly string[]) {
  return parley(project, 'intent', 'declare', ...flags);
}

describe('parley intent declare', () => {
  it('stores what somebody wants, and list shows it', async () => {
    const run = await declare(
      ...['module.web.aws_autoscaling_group.this', 'desired_capacity', '--as', `${saver}:cost`],
      ...['--min', '1', '--max', '4', '--prefer', '2', '--or', '{"min": 1, "max": 6}'],
      ...['--because', 'Nights are quiet', '--purpose', 'cost-saving', '--ticket', 'FIN-7'],
      ...['--until', '2026-04-01T00:00:00Z'],
    );
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(/^Declared i-[0-9a-f]{12}: module\.web\..* Nights are quiet\n$/);

    const text = await parley(project, 'intent', 'list');
    expect(text.out.split('\n').slice(1)).toEqual([
      '  cost-saver (cost), declared in the store, from 2026-03-15 09:00:00 UTC until 2026-04-01 00:00:00 UTC, ticket FIN-7',
      '  module.web.aws_autoscaling_group.this desired_capacity: 1 to 4, best 2, or 1 to 6',
      '',
    ]);
    expect(await listed()).toMatchObject([{ source: 'store', state: 'ingested' }]);
  });

  it('hides what is over, except with --all', async () => {
    const times = ['--from', '2026-01-01T00:00:00Z', '--until', '2026-02-01T00:00:00Z'];
    await declare(
      ...['aws_sqs_queue.orders', 'delay_seconds', '--as', saver, '--equals', '5'],
      ...['--because', 'Load test', ...times],
    );

    expect(await listed()).toHaveLength(1);
    expect(await listed('--all')).toMatchObject([
      { state: 'retired', who: { class: 'human' }, want: { kind: 'eq', value: 5 } },
      { state: 'ingested' },
    ]);
    expect((await parley(project, 'intent', 'list')).out).toContain('1 retired; --all shows them.');
  });

  it('reads a file, and says where it is invalid', async () => {
    const file = join(project, 'wants.yaml');
    const entry = `declarations:
  - by: ${saver}
    at: aws_sqs_queue.orders
    field: tags["Team"]
    want: { one_of: [shop, mail] }
    because: Tags of the teams
`;
    writeFileSync(file, entry);
    expect(await declare('--file', 'wants.yaml')).toMatchObject({ code: 0, err: '' });
    writeFileSync(file, entry.replace('one_of', 'oneof'));
    const wrong = await declare('--file', 'wants.yaml');

    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/wants\.yaml:5:13: .*There is no setting called "oneof"/);
    expect(await listed()).toHaveLength(2);
  });

  const place = ['aws_sqs_queue.orders', 'delay_seconds'];
  const who = ['--as', saver, '--because', 'why'];
  it.each([
    [[], /An address is needed, or --file/],
    [
      ['aws_sqs_queue.orders', ...who, '--equals', '1'],
      /field: Give a field; without one, a resource can only be present or absent/,
    ],
    [[...place, '--because', 'why', '--equals', '1'], /--as: Say who/],
    [[...place, '--as', saver, '--equals', '1'], /--because: Say why/],
    [[...place, ...who], /Say one of equals, min/],
    [[...place, ...who, '--equals', 'five'], /--equals takes JSON/],
    [[...place, ...who, '--equals', '1', '--absent'], /Say one of equals, min/],
    [[...place, ...who, '--equals', '1', '--until', 'friday'], /--until: Use a time like/],
    [['aws_sqs_queue.orders', 'delay seconds', ...who, '--equals', '1'], /field: Use a field like/],
    [[...place, '--file', 'wants.yaml'], /--file has its own addresses/],
    [[...place, ...who, '--equals', '1', '--expect', 'latest'], /--expect takes the id/],
    [['--file', 'wants.yaml', '--expect', 'none'], /--expect applies to one declaration/],
    [['--file', 'nowhere.yaml'], /declarations cannot be read.*existing YAML file/],
  ])('refuses %j', async (flags, message) => {
    const run = await declare(...flags);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(message);
  });

  it('is about the resource itself if no field is given', async () => {
    const leave = ['--until', '2026-04-01T00:00:00Z', '--ticket', 'CHG-9', '--approved-by', 'sam'];
    const run = await declare('aws_sqs_queue.gone', ...who, '--absent', ...leave);
    const text = JSON.stringify(await listed());

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(text).toContain('aws_sqs_queue.gone');
  });

  it('builds on the expected declaration, and names the current one in a conflict', async () => {
    const field = ['aws_sqs_queue.seen', 'delay_seconds', ...who] as const;
    const first = await declare(...field, '--equals', '1', '--expect', 'none');
    const [id = ''] = /i-[0-9a-f]{12}/.exec(first.out) ?? [];
    const late = await declare(...field, '--equals', '2', '--expect', 'none');
    const second = await declare(...field, '--equals', '2', '--expect', id);

    expect(first).toMatchObject({ code: 0, err: '' });
    expect(late).toMatchObject({ code: 1, out: '' });
    expect(late.err).toContain(`declared ${id} for`);
    expect(second).toMatchObject({ code: 0, err: '' });
  });

  it('needs a store, which list does not', async () => {
    const bare = newProject();
    const run = await parley(bare, 'intent', 'declare', ...place, ...who, '--equals', '1');

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/no store to keep it in.*parley init.*declarations in parley\.yaml/);
    expect((await parley(bare, 'intent', 'list')).out).toBe('No intents are known here.\n');
  });
});

describe('a declaration', () => {
  const custodian = 'arn:aws:iam::123456789012:role/cloud-custodian';
  const committed = [
    'block_public_acls',
    'block_public_policy',
    'ignore_public_acls',
    'restrict_public_buckets',
  ].map(
    (field) => `  - by: ${custodian}
    class: security
    at: aws_s3_bucket_public_access_block.this
    field: ${field}
    want: { equals: true }
    purpose: hardening
    because: No bucket is public
    from: 2026-01-01T00:00:00Z
    ticket: SEC-12
`,
  );

  it('takes part in a run, and explain says who announced what', async () => {
    const folder = newProject();
    const settings = join(folder, 'settings.yaml');
    const known = readFileSync(join(demo, 'parley.yaml'), 'utf8');
    // The demo's settings end with the list of declarations, so more can be appended.
    writeFileSync(settings, `${known}${committed.join('')}`);
    const flags = [...demoFlags, '--config', settings];
    const run = await parley(folder, 'scan', '--json', '--report', 'r.json', ...flags);
    expect(run).toMatchObject({ code: 0 });
    const { intents, decisions }: Report = JSON.parse(run.out);
    const done = intents.find(({ announced }) => announced !== undefined);
    const said = intents.find(({ id }) => id === done?.announced);

    expect(said).toMatchObject({ declared: true, ticket: 'SEC-12' });
    const verdicts = decisions.filter(({ intent }) => intent === said?.id);
    expect(verdicts.map(({ verdict }) => verdict.outcome)).toEqual(['noop']);
    const explained = await parley(folder, 'explain', done?.id ?? '', '--report', 'r.json');
    expect(explained.out).toContain(
      `Origin  announced by ${said?.id}: No bucket is public, ticket SEC-12\n`,
    );
    const saying = await parley(folder, 'explain', said?.id ?? '', '--report', 'r.json');
    expect(saying.out).toContain('Origin  declared beforehand, without an end\n');
  });
});
