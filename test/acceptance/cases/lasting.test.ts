import { afterAll, beforeAll, expect, it } from 'vitest';
import { fates, lasting, Places, type Run } from './lasting.ts';

const group = (name: string) => `aws_cloudwatch_log_group.${name}`;
const halves = 'aws_sqs_queue.halves';
const tagged = 'aws_sqs_queue.tagged';

/** Names of everything that somebody changed after the log began. */
const changed = [
  ...['waits', 'reverted', 'merged', 'reworded', 'merged_otherwise', 'refreshed', 'applied'],
  ...['refreshed_merged', 'refreshed_applied', 'deleted', 'recreated', 'recreated_bare', 'handed'],
  ...['dropped', 'uncoded', 'further', 'dismissed', 'told', 'moved'],
];

/** What a run says of one resource when it asks the provider, and when it does not. */
interface Case {
  readonly what: string;
  readonly at: string;
  readonly plan: readonly string[];
  readonly evaluate: readonly string[];
}

const open = (live = 90) => [`retention_in_days open 30 -> ${live}`];
const closed = (reason: string) => [`retention_in_days ${reason}`];

const second: readonly Case[] = [
  { what: 'nothing happens', at: group('waits'), plan: open(), evaluate: open() },
  {
    what: 'it is put back, and no log tells',
    at: group('reverted'),
    plan: closed('went-back'),
    evaluate: open(),
  },
  {
    what: 'the code says it',
    at: group('merged'),
    plan: closed('in-code'),
    evaluate: closed('in-code'),
  },
  {
    what: 'the code says it in other words',
    at: group('reworded'),
    plan: closed('in-code'),
    evaluate: closed('in-code'),
  },
  {
    what: 'the code says another thing',
    at: group('merged_otherwise'),
    plan: ['retention_in_days open 60 -> 90'],
    evaluate: ['retention_in_days open 60 -> 90'],
  },
  { what: 'the state is refreshed', at: group('refreshed'), plan: open(), evaluate: open() },
  {
    what: 'the state is refreshed and the code says it',
    at: group('refreshed_merged'),
    plan: closed('in-code'),
    evaluate: closed('in-code'),
  },
  {
    what: 'CI applies, and no log tells',
    at: group('applied'),
    plan: closed('went-back'),
    evaluate: open(),
  },
  {
    what: 'the state is refreshed before CI applies',
    at: group('refreshed_applied'),
    plan: open(),
    evaluate: open(),
  },
  {
    what: 'the resource is deleted, and no log tells',
    at: group('deleted'),
    plan: open(),
    evaluate: open(),
  },
  {
    what: 'the resource is made again as the code has it',
    at: group('recreated'),
    plan: closed('went-back'),
    evaluate: open(),
  },
  {
    what: 'the resource is made again with other values',
    at: group('recreated_bare'),
    plan: open(0),
    evaluate: open(),
  },
  {
    what: 'the code leaves the field to others',
    at: group('handed'),
    plan: closed('handed-over'),
    evaluate: closed('handed-over'),
  },
  {
    what: 'code and state let go of the resource',
    at: group('dropped'),
    plan: closed('gone'),
    evaluate: closed('gone'),
  },
  {
    what: 'the code alone lets go of the resource',
    at: group('uncoded'),
    plan: open(),
    evaluate: open(),
  },
  {
    what: 'it is changed once more, and no log tells',
    at: group('further'),
    plan: open(120),
    evaluate: open(),
  },
  {
    what: 'an ignore file leaves it out',
    at: group('dismissed'),
    plan: closed('dismissed'),
    evaluate: closed('dismissed'),
  },
  {
    what: 'it is put back, and the log tells later',
    at: group('told'),
    plan: closed('went-back'),
    evaluate: open(),
  },
  {
    what: 'the resource moves',
    at: group('at_rest'),
    plan: open(),
    evaluate: open(),
  },
  {
    what: 'one of two fields is put back',
    at: halves,
    plan: ['delay_seconds went-back', 'visibility_timeout_seconds open 30 -> 45'],
    evaluate: ['delay_seconds open 5 -> 9', 'visibility_timeout_seconds open 30 -> 45'],
  },
  {
    what: 'a tag is put back',
    at: tagged,
    plan: ['tags.Team went-back'],
    evaluate: ['tags.Team open "press" -> "paper"'],
  },
  { what: 'nothing happens to what is older', at: group('old'), plan: open(), evaluate: [] },
  {
    what: 'what is older is put back',
    at: group('old_reverted'),
    plan: closed('went-back'),
    evaluate: [],
  },
  {
    what: 'the code says what is older',
    at: group('old_merged'),
    plan: closed('in-code'),
    evaluate: [],
  },
  {
    what: 'what was deleted before the log begins stays away',
    at: group('old_deleted'),
    plan: ['the resource open {} -> absent'],
    evaluate: [],
  },
  {
    what: 'the state is refreshed with what is older',
    at: group('old_refreshed'),
    plan: open(),
    evaluate: [],
  },
];

lasting.describe('lasting drift', () => {
  let places: Places;
  let baseline: Run;
  const first: Partial<Record<'plan' | 'evaluate', Run>> = {};
  const quiet: Partial<Record<'plan' | 'evaluate', Run>> = {};
  const last: Partial<Record<'plan' | 'evaluate', Run>> = {};
  const levels = ['plan', 'evaluate'] as const;

  beforeAll(async () => {
    if (lasting.idle) return;
    places = await Places.open();
    const old = await places.act(async ({ logs }) => {
      for (const name of ['old', 'old_reverted', 'old_merged', 'old_refreshed']) {
        await logs.putRetentionPolicy({ logGroupName: `/lasting/${name}`, retentionInDays: 90 });
      }
      await logs.deleteLogGroup({ logGroupName: '/lasting/old_deleted' });
    });
    baseline = await places.parley('plan', '2025-03-04T08:30:00.000Z', 'baseline', []);

    const log = await places.act(drift);
    for (const level of levels) {
      const args = ['--policy', 'observe', '--events', log];
      first[level] = await places.parley(level, '2025-03-04T12:00:00.000Z', 'scan', args);
    }

    const back = await places.act(({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/lasting/told', retentionInDays: 30 }),
    );
    await places.act(happen);
    code(places);
    await places.terraform(
      ['apply', '-auto-approve', '-input=false', `-target=${group('applied')}`],
      [
        ...['apply', '-refresh-only', '-auto-approve', '-input=false'],
        ...['refreshed', 'refreshed_merged', 'refreshed_applied', 'old_refreshed'].map(
          (name) => `-target=${group(name)}`,
        ),
      ],
      ['state', 'rm', group('dropped')],
      ['state', 'mv', group('moved'), group('at_rest')],
    );
    for (const level of levels) {
      const args = ['--policy', 'observe'];
      quiet[level] = await places.parley(level, '2025-04-20T12:00:00.000Z', 'scan', args);
    }

    const apply = ['apply', '-auto-approve', '-input=false'];
    await places.terraform([...apply, `-target=${group('refreshed_applied')}`]);
    for (const level of levels) {
      const args = ['--policy', 'observe', '--events', old, back];
      last[level] = await places.parley(level, '2025-04-21T12:00:00.000Z', 'scan', args);
    }
  }, 900_000);

  afterAll(async () => {
    if (!lasting.idle) await places.close();
  });

  const reportOf = (run: Run | undefined) => {
    if (run?.report === undefined) throw new Error(`No report: ${run?.err}`);
    return run.report;
  };

  it.skipIf(lasting.idle)('is found by a baseline when it is older than the log', () => {
    const report = reportOf(baseline);

    expect(baseline.code).toBe(0);
    expect(report.inputs.baseline).toBe('2025-03-04T08:30:00.000Z');
    for (const name of ['old', 'old_reverted', 'old_merged', 'old_refreshed']) {
      expect(fates(report, group(name))).toEqual(open());
    }
    expect(fates(report, group('old_deleted'))).toEqual(['the resource open {} -> absent']);
    expect(report.openDrifts).toHaveLength(5);
    expect(report.pending).toBeUndefined();
    expect(report.intents.map(({ actor }) => actor.class)).toEqual(['unknown']);
    expect(report.decisions.map(({ verdict }) => verdict.outcome)).toEqual(
      report.decisions.map(() => 'escalate'),
    );
    expect(report.intents[0]?.summary).toContain('since before the log begins');
  });

  it.skipIf(lasting.idle).each(levels)('is open once the log reports it: --verify %s', (level) => {
    const report = reportOf(first[level]);

    for (const name of changed) expect(fates(report, group(name))).toEqual(open());
    expect(fates(report, halves)).toHaveLength(2);
    expect(fates(report, tagged)).toHaveLength(1);
    expect(report.openDrifts).toHaveLength(changed.length + 3 + (level === 'plan' ? 5 : 0));
    expect(report.closedDrifts).toEqual([]);
  });

  for (const level of levels) {
    it.skipIf(lasting.idle).each(second)(`without events, --verify ${level}: $what`, (one) => {
      expect(fates(reportOf(quiet[level]), one.at)).toEqual(one[level]);
    });
  }

  it.skipIf(lasting.idle)('is read back resource by resource, and nothing else is', () => {
    const run = quiet.plan;
    const readBack = (reportOf(run).openDrifts ?? [])
      .filter(({ address }) => address === group('waits') || address === group('old'))
      .map(({ address, lastConfirmed }) => [address, lastConfirmed]);
    const confirmed = { at: '2025-04-20T12:00:00.000Z', how: 'read-back' };

    expect(run?.err).toMatch(/Reading back 2\d resources/);
    expect(Object.fromEntries(readBack)).toEqual({
      [group('waits')]: confirmed,
      [group('old')]: confirmed,
    });
    expect(quiet.evaluate?.err).not.toContain('Reading back');
    expect(run?.code).toBe(0);
  });

  it.skipIf(lasting.idle).each(levels)('is closed by later knowledge: --verify %s', (level) => {
    const report = reportOf(last[level]);
    const of = (name: string) => fates(report, group(name));

    expect(of('refreshed_applied')).toEqual(closed('went-back'));
    expect(of('told')).toEqual(level === 'plan' ? [] : closed('went-back'));
    expect(of('waits')).toEqual(open());
    expect(of('old')).toEqual(open());
    const own = report.openDrifts?.find(({ address }) => address === group('old'));
    expect(own?.evidence.map(({ actor, operation }) => [actor, operation])).toEqual([
      ['alice@example.com', 'PutRetentionPolicy'],
    ]);
    expect(own?.state).toBe(level === 'plan' ? 'open' : 'new');
    // The log has only the change; that it was put back, only the provider can tell.
    expect(of('old_reverted')).toEqual(level === 'plan' ? [] : open());
  });
});

type Act = Parameters<Places['act']>[0];

const drift: Act = async ({ logs, sqs, text }) => {
  for (const name of changed) {
    await logs.putRetentionPolicy({ logGroupName: `/lasting/${name}`, retentionInDays: 90 });
  }
  await sqs.setQueueAttributes({
    QueueUrl: text(halves),
    Attributes: { DelaySeconds: '9', VisibilityTimeout: '45' },
  });
  await sqs.tagQueue({ QueueUrl: text(tagged), Tags: { Team: 'paper' } });
};

const happen: Act = async ({ logs, sqs, text }) => {
  const set = (name: string, retentionInDays: number) =>
    logs.putRetentionPolicy({ logGroupName: `/lasting/${name}`, retentionInDays });
  await set('reverted', 30);
  await set('old_reverted', 30);
  await set('further', 120);
  for (const name of ['deleted', 'recreated', 'recreated_bare']) {
    await logs.deleteLogGroup({ logGroupName: `/lasting/${name}` });
  }
  await logs.createLogGroup({ logGroupName: '/lasting/recreated' });
  await set('recreated', 30);
  await logs.createLogGroup({ logGroupName: '/lasting/recreated_bare' });
  await sqs.setQueueAttributes({ QueueUrl: text(halves), Attributes: { DelaySeconds: '5' } });
  await sqs.tagQueue({ QueueUrl: text(tagged), Tags: { Team: 'press' } });
};

/** Edits the code as people do meanwhile. */
function code(places: Places): void {
  const block = (name: string) =>
    new RegExp(`resource "aws_cloudwatch_log_group" "${name}" \\{[^]*?\\n\\}\\n`);
  const within = (name: string, from: string, to: string) => (text: string) =>
    text.replace(block(name), (found) => found.replace(from, to));
  const changes = [
    within('merged', '= 30', '= 90'),
    within('reworded', '= 30', '= 3 * 30'),
    within('merged_otherwise', '= 30', '= 60'),
    within('refreshed_merged', '= 30', '= 90'),
    within('old_merged', '= 30', '= 90'),
    within('handed', '[kms_key_id]', '[retention_in_days]'),
    within('moved', '"moved"', '"at_rest"'),
    (text: string) => text.replace(block('dropped'), '').replace(block('uncoded'), ''),
  ];
  places.edit('groups.tf', (text) => changes.reduce((done, change) => change(done), text));
  places.edit('.parleyignore', () => `address=${group('dismissed')}\n`);
}
