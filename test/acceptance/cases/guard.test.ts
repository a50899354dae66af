import { afterAll, beforeAll, expect, it } from 'vitest';
import { useProject } from '../harness/project.ts';
import { type Guarded, sayings, Watch } from './guard.ts';

const lasting = useProject('lasting');

const group = (name: string) => `aws_cloudwatch_log_group.${name}`;
const halves = 'aws_sqs_queue.halves';
const tagged = 'aws_sqs_queue.tagged';

const scanned = '2025-03-04T12:00:00.000Z';

/** One rule for each verdict, so that only what the guard makes of them matters. */
const policy = `apiVersion: parley/v1
name: guarded
extends: default
rules:
${(
  [
    ['hold', 'defer', ['waits']],
    ['take', 'accept', ['merged', 'reworded', 'moved']],
    ['refuse', 'reject', ['reverted', 'applied']],
    ['hand', 'delegate', ['handed']],
    ['ask', 'escalate', ['dropped', 'further', 'deleted']],
  ] as const
)
  .map(
    ([id, verdict, names]) => `  - id: ${id}
    tier: identity
    priority: 99
    when: ${names.map((name) => `change.address == "${group(name)}"`).join(' || ')}
    verdict: ${verdict}
    because: "{actor} {change}."
${verdict === 'defer' ? '    expires: { hours: 8 }\n' : ''}`,
  )
  .join('')}`;

const settings = `declarations:
  - by: arn:aws:iam::123456789012:role/auditor
    name: Audit
    at: ${group('recreated')}
    field: retention_in_days
    want: { min: 30 }
    because: Audits want a month of logs.
    from: 2025-01-01T00:00:00Z
`;

const retention = (name: string, from: number, to: number) => (text: string) =>
  text.replace(
    new RegExp(
      `(resource "aws_cloudwatch_log_group" "${name}" \\{[^]*?retention_in_days = )${from}`,
    ),
    `$1${to}`,
  );

lasting.describe('the guard', () => {
  let watch: Watch;
  const at: Record<string, Guarded> = {};
  const guarded = (name: string): Guarded => {
    const found = at[name];
    if (found === undefined) throw new Error(`No plan ${name}.`);
    return found;
  };

  beforeAll(async () => {
    if (lasting.idle) return;
    watch = await Watch.open(lasting, { 'parley.policy.yaml': policy, 'parley.yaml': settings });
    const code = (change: (text: string) => string) => watch.edit('groups.tf', change);
    // An earlier plan, about one of the groups that somebody changes tonight.
    code(retention('moved', 30, 60));
    const early = await watch.plan();
    code(retention('moved', 60, 30));

    const log = await watch.act(async ({ logs, sqs, text, wait }) => {
      const names = ['waits', 'merged', 'reworded', 'reverted', 'applied', 'handed', 'dropped'];
      for (const name of [...names, 'further', 'moved']) {
        await logs.putRetentionPolicy({ logGroupName: `/lasting/${name}`, retentionInDays: 90 });
        wait(60);
      }
      await logs.deleteLogGroup({ logGroupName: '/lasting/deleted' });
      await sqs.tagQueue({ QueueUrl: text(tagged), Tags: { Team: 'paper' } });
    });
    await watch.scan(scanned, '--events', log);
    // Parley is not told of this change.
    await watch.act(({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/lasting/told', retentionInDays: 90 }),
    );

    const queues = (change: (text: string) => string) => watch.edit('queues.tf', change);
    const base = await watch.plan();
    // The changes of a pull request; all but two have nothing to do with those above.
    queues((text) =>
      text.replace('visibility_timeout_seconds = 30', 'visibility_timeout_seconds = 45'),
    );
    code(retention('further', 30, 60));
    code(retention('recreated', 30, 7));
    code(retention('merged', 30, 90));
    code(retention('uncoded', 30, 1));
    const plan = await watch.plan();
    at['plan'] = await watch.guard(plan, '--base', base);
    at['base'] = await watch.guard(base);
    at['alone'] = await watch.guard(plan, '--no-store');
    at['blind'] = await watch.guard(await watch.plan('-refresh=false'));
    // As if the night had come after the plan.
    await watch.scan('2099-01-01T00:00:00.000Z');
    at['early'] = await watch.guard(early);
    at['later'] = await watch.guard(plan);
  }, 900_000);

  afterAll(async () => {
    if (!lasting.idle) await watch.close();
  });

  const one = (name: string, address: string) => sayings(guarded(name), address);

  it.skipIf(lasting.idle)('blocks a plan that undoes hotfixes beside an unrelated change', () => {
    const { code, report } = guarded('plan');
    expect(code).toBe(3);
    expect(report.outcome).toBe('block');
    expect(one('plan', halves)).toEqual(['visibility_timeout_seconds pass nobody code']);
    expect(guarded('base').code).toBe(3);
  });

  it.skipIf(lasting.idle).each([
    ['is held', group('waits'), ['retention_in_days block drift puts-back']],
    [
      'is accepted, and not in the code',
      group('reworded'),
      ['retention_in_days block drift puts-back'],
    ],
    ['is accepted, and in the code now', group('merged'), []],
    ['is rejected', group('reverted'), ['retention_in_days pass drift puts-back']],
    [
      'is handed over, and the code does not know',
      group('handed'),
      ['retention_in_days block drift puts-back'],
    ],
    ['is a question', group('dropped'), ['retention_in_days block drift puts-back']],
    ['gets a third value from the code', group('further'), ['retention_in_days block drift code']],
    ['was deleted', group('deleted'), ['block drift puts-back']],
    ['nobody was told of', group('told'), ['retention_in_days warn nobody puts-back']],
    ['is a tag', tagged, ['tags.Team block drift puts-back']],
    [
      'was declared in the settings',
      group('recreated'),
      ['retention_in_days block declaration code'],
    ],
    ['nobody touched', group('old'), []],
  ])('judges what %s: %s %j', (_, address, said) => {
    const own = one('plan', address).filter(
      (saying) => saying !== 'retention_in_days warn nobody code',
    );
    expect(own).toEqual(said);
  });

  it.skipIf(lasting.idle)(
    'says who made the hotfix, when and why, and until when it is held',
    () => {
      const found = guarded('plan').report.changes.find(
        ({ address }) => address === group('waits'),
      );
      expect(found).toMatchObject({
        intent: {
          kind: 'drift',
          who: 'alice@example.com',
          since: expect.stringMatching(/^2025-03-04T08:/),
        },
        verdict: {
          outcome: 'defer',
          rule: 'hold',
          expires: expect.stringMatching(/^2025-03-04T16:/),
        },
        place: { file: 'groups.tf', line: 3 },
      });
      expect(found?.because).toMatch(/retention_in_days goes from 90 to 30/i);
    },
  );

  it.skipIf(lasting.idle)('reports harm, and whether the code causes it', () => {
    const found = guarded('plan').report.changes.filter(
      ({ address }) => address === group('uncoded'),
    );
    expect(found).toMatchObject([{ putsBack: false, path: 'retention_in_days' }]);
    expect(found[0]?.harm[0]).toMatchObject({ direction: 'weakens' });
    expect(found[0]?.inBase).toBeUndefined();
    const back = guarded('plan').report.changes.find(({ address }) => address === group('waits'));
    expect(back?.inBase).toBe(true);
  });

  it.skipIf(lasting.idle)('still reports reversals and declared values without a store', () => {
    const { report } = guarded('alone');
    expect(report.known.store).toBe(false);
    expect(one('alone', group('waits'))).toContain('retention_in_days warn nobody puts-back');
    expect(one('alone', group('recreated'))).toContain('retention_in_days block declaration code');
  });

  it.skipIf(lasting.idle)('does not silently pass a plan without a refresh', () => {
    expect(one('blind', group('waits'))).toEqual(['unseen warn']);
    expect(one('blind', group('reverted'))).toEqual(['unseen pass']);
    expect(guarded('blind').code).not.toBe(0);
  });

  it.skipIf(lasting.idle)('calls a plan stale if it is older than what is known', () => {
    expect(one('early', group('waits'))).toEqual(['stale warn']);
    expect(one('early', group('moved'))).toEqual(
      expect.arrayContaining(['stale block', 'retention_in_days block drift code']),
    );
    expect(guarded('early').code).toBe(3);
    expect(one('later', group('waits'))).toEqual(['retention_in_days block drift puts-back']);
  });
});

lasting.describe('a hotfix until it is merged', () => {
  let watch: Watch;
  const steps: Guarded[] = [];

  beforeAll(async () => {
    if (lasting.idle) return;
    const file = 'parley.policy.yaml';
    watch = await Watch.open(lasting, { [file]: policy });
    const log = await watch.act(async ({ logs }) => {
      for (const name of ['merged', 'handed']) {
        await logs.putRetentionPolicy({ logGroupName: `/lasting/${name}`, retentionInDays: 90 });
      }
    });
    await watch.scan(scanned, '--events', log);
    watch.edit('queues.tf', (text) =>
      text.replace('visibility_timeout_seconds = 30', 'visibility_timeout_seconds = 45'),
    );
    steps.push(await watch.guard(await watch.plan()));
    const dir = ['--dir', watch.shop.dir, '--no-llm', '--verify', 'plan', '--write'];
    const { code, err } = await watch.parley('2025-03-04T12:30:00.000Z', 'reconcile', ...dir);
    if (code !== 0) throw new Error(err);
    steps.push(await watch.guard(await watch.plan()));
    await watch.scan('2025-03-04T12:45:00.000Z');
    // The note is removed, and with it the owner of the field.
    watch.edit('groups.tf', (text) =>
      text
        .replace(/^.*: owned by .*\n/m, '')
        .replace('kms_key_id, retention_in_days', 'kms_key_id'),
    );
    watch.edit('groups.tf', (text) => text.replace(/,?\s*retention_in_days,?(?=\s*\])/, ''));
    steps.push(await watch.guard(await watch.plan()));
  }, 900_000);

  afterAll(async () => {
    if (!lasting.idle) await watch.close();
  });

  const step = (index: number): Guarded => {
    const found = steps[index];
    if (found === undefined) throw new Error(`No step ${index}.`);
    return found;
  };

  it.skipIf(lasting.idle)('blocks while the proposal is open', () => {
    expect(step(0).code).toBe(3);
    for (const name of ['merged', 'handed']) {
      expect(sayings(step(0), group(name))).toEqual(['retention_in_days block drift puts-back']);
    }
  });

  it.skipIf(lasting.idle)('passes once the code has the value', () => {
    const { code, report } = step(1);
    expect(code).toBe(0);
    expect(report).toMatchObject({ outcome: 'pass', notes: [], known: { openDrifts: 2 } });
    expect(report.changes.map(({ address, intent }) => [address, intent])).toEqual([
      [halves, undefined],
    ]);
  });

  it.skipIf(lasting.idle)('blocks when a field is taken back and its note is gone', () => {
    expect(step(2).code).toBe(3);
    expect(sayings(step(2), group('handed'))).toEqual([
      'retention_in_days block delegation puts-back',
    ]);
    expect(sayings(step(2), group('merged'))).toEqual([]);
  });
});
