import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import {
  demoFlags,
  initProject,
  newFolder,
  newProject,
  parley,
  parleyAt,
  removeFolders,
  root,
} from './parley.ts';

afterAll(removeFolders);

const scan = ['scan', ...demoFlags] as const;

/** Outcomes of the verdicts on the intent with this id. */
function verdictsOf({ decisions }: Report, id: string): readonly string[] {
  return decisions.filter(({ intent }) => intent === id).map(({ verdict }) => verdict.outcome);
}

function intentOf({ intents }: Report, word: string): string {
  return intents.find(({ summary }) => summary.includes(word))?.id ?? '';
}

describe('parley answer', () => {
  let project: string;
  let first: Report;

  beforeAll(async () => {
    project = newProject();
    await initProject(project);
    first = ReportV1.parse(JSON.parse((await parley(project, ...scan, '--json')).out));
  });

  it('decides the next scan, and says who answered', async () => {
    const said = [
      await parley(
        project,
        'answer',
        intentOf(first, 'retention'),
        'accept',
        '--because',
        'agreed',
      ),
      await parley(project, 'answer', 'module.web.aws_autoscaling_group.this', 'delegate', '2..10'),
      await parley(project, 'answer', intentOf(first, '8443'), 'hold', '3d'),
      await parley(project, 'answer', intentOf(first, 'Blocked'), 'revert'),
      await parley(project, 'answer', intentOf(first, 'point-in-time'), 'wrong'),
    ];
    const again = await parley(project, 'answer', intentOf(first, 'Blocked'), 'REJECT');
    const { out } = await parley(project, ...scan, '--json');
    const report = ReportV1.parse(JSON.parse(out));
    const verdict = (word: string) =>
      report.decisions.find(({ intent }) => intent === intentOf(report, word))?.verdict;

    expect(said.map(({ code, err }) => `${code}${err}`)).toEqual(['0', '0', '0', '0', '0']);
    expect(said.map(({ out: text }) => text.split('\n')[0])).toEqual([
      expect.stringMatching(/^Answered: accept, by (?:git|user):\S+$/),
      expect.stringMatching(/^Answered: delegate 2\.\.10, by /),
      expect.stringMatching(/^Answered: hold until 2026-03-18 09:00 UTC, by /),
      expect.stringMatching(/^Answered: revert, by /),
      expect.stringMatching(/^Answered: wrong, by /),
    ]);
    expect(said[2]?.out).toContain('Until 2026-03-18 09:00 UTC runs decide nothing about it.');
    expect(again.out).toContain('Answered before: revert');
    expect(verdict('retention')).toMatchObject({ outcome: 'accept', rule: 'answer' });
    expect(verdict('retention')?.because).toContain('("agreed")');
    expect(verdict('Scaled')).toMatchObject({ outcome: 'delegate', rule: 'answer' });
    expect(verdict('Scaled')?.bounds).toMatchObject({ max: 6 });
    expect(verdict('8443')).toMatchObject({
      outcome: 'defer',
      expires: '2026-03-18T09:00:00.000Z',
    });
    expect(verdict('Blocked')).toMatchObject({ outcome: 'reject', rule: 'answer' });
    expect(verdict('point-in-time')).toMatchObject({ outcome: 'escalate', rule: 'answer' });
    expect(report.answers).toHaveLength(5);
    expect(report.learned?.entries).toBe(2);
  });

  it('applies to what is left of the intent when a part was put back', async () => {
    const project = newProject();
    await initProject(project);
    const first = ReportV1.parse(JSON.parse((await parley(project, ...scan, '--json')).out));
    const id = intentOf(first, 'retention');
    const events = join(root, 'fixtures', 'demo', 'later');
    const after = scan.map((flag, i) => (scan[i - 1] === '--events' ? events : flag));

    await parley(project, 'answer', id, 'accept', '--note', 'agreed with finance');
    const later = ReportV1.parse(JSON.parse((await parley(project, ...after, '--json')).out));
    const only = await parley(project, ...after, '--json', '--only', id);

    const left = later.decisions.filter(({ address }) => address.includes('log_group'));
    expect(first.decisions.filter(({ intent }) => intent === id)).toHaveLength(3);
    expect(left.map(({ verdict }) => `${verdict.outcome} ${verdict.rule}`)).toEqual([
      'accept answer',
      'accept answer',
    ]);
    expect(left.map(({ intent }) => intent)).not.toContain(id);
    expect(only.code).toBe(0);
    expect(ReportV1.parse(JSON.parse(only.out)).decisions).toEqual(left);
  });

  it('dismisses with a reason, which is shown, and closes the drift until reopened', async () => {
    const project = newProject();
    await initProject(project);
    const first = ReportV1.parse(JSON.parse((await parley(project, ...scan, '--json')).out));
    const id = intentOf(first, '8443');
    const early = await parley(project, 'answer', id, 'reopen');
    const bare = await parley(project, 'answer', id, 'dismiss');
    const said = await parley(project, 'answer', id, 'dismiss', '--because', 'audits want it');
    const { out } = await parley(project, ...scan, '--json');
    const report = ReportV1.parse(JSON.parse(out));
    const shown = await parley(project, 'scan', ...demoFlags);
    const drifts = report.decisions.filter(({ intent }) => intent === id).map(({ drift }) => drift);

    expect([early.code, early.err]).toEqual([1, expect.stringContaining('nothing to withdraw')]);
    expect([bare.code, bare.err]).toEqual([1, expect.stringContaining('The reason why')]);
    expect(said.out).toMatch(/^Answered: dismiss, by .*\n.*8443/);
    expect(drifts.length).toBeGreaterThan(0);
    expect(report.closedDrifts?.map((drift) => [drift.id, drift.reason])).toEqual(
      drifts.map((drift) => [drift, 'dismissed']),
    );
    expect(report.closedDrifts?.[0]?.because).toContain('("audits want it")');
    expect(report.openDrifts?.some((drift) => drifts.includes(drift.id))).toBe(false);
    expect(report.lifecycle?.find(({ intent }) => intent === id)?.state).toBe('retired');
    expect(shown.out).toContain(`${drifts.length} dismissed`);

    const later = '2026-03-15T10:00:00.000Z';
    const back = await parleyAt(later, project, 'answer', id, 'reopen');
    const then = await parleyAt(later, project, ...scan, '--json');
    const again = ReportV1.parse(JSON.parse(then.out));
    expect(back.out).toContain('the next run decides by the policy again');
    expect(verdictsOf(again, id)).toEqual(verdictsOf(first, id));
    expect(drifts.every((drift) => again.openDrifts?.some((one) => one.id === drift))).toBe(true);
  });

  it.each([
    [['module.web', 'accept'], 'module.web is part of 2 open intents'],
    [['aws_nix.a', 'accept'], 'no open intent, drift or address aws_nix.a'],
    [['aws_sqs_queue.orders', 'maybe'], 'maybe is not an answer. Use accept, revert'],
    [['aws_sqs_queue.orders', 'accept', '2..3'], 'accept takes no value'],
    [
      ['aws_sqs_queue.orders', 'delegate', '2-10'],
      'Did you mean `parley answer ID delegate 2..10`?',
    ],
    [['aws_sqs_queue.orders', 'hold'], 'Write `parley answer ID hold 24h`.'],
    [['aws_sqs_queue.orders', 'wrong', '--note', 'a', '--because', 'b'], 'both give the reason'],
    [['aws_sqs_queue.orders', 'hold', '60d'], 'Use a time from 5m to 30d.'],
    [['aws_sqs_queue.orders', 'hold', '2026-02-01'], 'The end of the hold is missing'],
    [['aws_sqs_queue.orders', 'accept', '--stack', 'shop'], 'does not have exactly one stack shop'],
  ])('refuses %j', async (words, problem) => {
    const { code, out, err } = await parley(project, 'answer', ...words);

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(problem);
  });

  it('needs a store, and a run in it', async () => {
    const folder = newFolder();
    const none = await parley(folder, 'answer', 'i-1', 'accept');
    await initProject(folder);
    const empty = await parley(folder, 'answer', 'i-1', 'accept');

    expect(none.err).toContain('There is no store that knows earlier runs.');
    expect(empty.err).toContain('No run is recorded here');
  });

  it('shows in explain the history of each answer, and how to put the value back', async () => {
    const { out } = await parley(project, 'explain', intentOf(first, 'Blocked'));

    expect(out).toContain('open: since 2026-03-15 09:00:00 UTC; last confirmed 2026-03-14 ');
    expect(out).toContain('earlier verdicts:');
    expect(out).toMatch(/accept by rule its-task/);
    expect(out).toMatch(/reject by rule answer/);
    expect(out).toContain(
      `terraform apply -target='aws_s3_bucket_public_access_block.this["assets"]'`,
    );
    expect(out).toContain('block_public_acls: true -> false');
    expect(out).toMatch(
      /Without -target it would also undo 8 values .*\(5 accept, 1 defer, 1 delegate, 1 escalate\)/,
    );
  });
});

describe('--only and --pick', () => {
  let project: string;
  let maria: string;
  let memory: string;
  let queue: string;

  beforeAll(async () => {
    project = newProject();
    await initProject(project);
    const { out } = await parley(project, ...scan, '--json');
    const report = ReportV1.parse(JSON.parse(out));
    maria = intentOf(report, '8443');
    memory = intentOf(report, 'memory');
    queue = intentOf(report, 'visibility timeout');
  });

  const kept = () =>
    ReportV1.parse(JSON.parse(readFileSync(join(project, '.parley', 'report.json'), 'utf8')));

  it('shows one intent, and records all', async () => {
    const { code, out } = await parley(project, ...scan, '--only', maria, '--exit-code');
    const json = ReportV1.parse(
      JSON.parse((await parley(project, ...scan, '--only', maria, '--json')).out),
    );

    expect(code).toBe(2);
    expect(out).toContain('6 other intents not shown; decided and remembered as usual.');
    expect(out).not.toContain('Cluster Autoscaler');
    expect(out.match(/^\+\+\+ /gm)).toHaveLength(1);
    expect(json.only).toEqual({ intents: [maria], leftOut: 6 });
    expect(json.intents.map(({ id }) => id)).toEqual([maria]);
    expect(json.openDrifts).toHaveLength(1);
    expect(kept()).toMatchObject({ drifts: { length: 12 }, patches: { length: 5 } });
    expect(kept()).not.toHaveProperty('only');
  });

  it.each([
    [['--only', 'nix'], 'This run found no intent, drift or address nix.'],
    [['--pick', '2'], '--pick applies to one intent'],
    [['--only', 'x', '--pick', '0'], 'Give the number of a place, from 1 on.'],
    [['--only', 'x', '--only', 'y', '--pick', '1'], '--pick applies to one intent'],
  ])('refuses %j', async (flags, problem) => {
    const { code, out, err } = await parley(project, ...scan, ...flags);

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(problem);
  });

  it('refuses a place that would change more, with the reason, and unknown numbers', async () => {
    const { out } = await parley(project, 'explain', memory);
    const number = /x (\d+) {2}functions\.tf:24 .*literal at the use/.exec(out)?.[1] ?? '';
    const before = readFileSync(join(project, 'functions.tf'), 'utf8');
    const write = ['reconcile', ...demoFlags, '--write', '--only', memory, '--pick'];
    const refused = await parley(project, ...write, number);
    const none = await parley(project, ...write, '99');

    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(
      /The place functions\.tf:24 \(literal at the use.*\) does not work: It would also change memory_size of/,
    );
    expect(none.err).toMatch(/has no place 99 for i-[0-9a-f]{12}: they are 1 to \d+\./);
    expect(readFileSync(join(project, 'functions.tf'), 'utf8')).toBe(before);
  });

  it('says that a picked place no longer exists', async () => {
    const report = kept();
    const patches = report.patches.map((patch) => ({
      ...patch,
      candidates: patch.candidates.map((each) => ({ ...each, line: each.line + 100 })),
    }));
    const file = join(project, '.parley', 'report.json');
    writeFileSync(file, JSON.stringify({ ...report, patches }));
    const { code, err } = await parley(project, ...scan, '--only', maria, '--pick', '1');
    writeFileSync(file, JSON.stringify(report));

    expect(code).toBe(1);
    expect(err).toContain('is not one of those that this run could edit');
  });

  it('edits the place that was picked, and nothing for other intents', async () => {
    const { out } = await parley(project, 'explain', queue);
    const number = /x (\d+) {2}orders\.tf:3 .*literal at the use/.exec(out)?.[1] ?? '';
    const done = await parley(
      project,
      ...['reconcile', ...demoFlags, '--write', '--only', queue, '--pick', number],
    );

    expect(done).toMatchObject({ code: 0 });
    expect(done.out).toContain('edits orders.tf:3 (literal at the use');
    expect(readFileSync(join(project, 'orders.tf'), 'utf8')).toContain(
      'visibility_timeout_seconds = 120',
    );
    expect(readFileSync(join(project, 'variables.tf'), 'utf8')).not.toContain('120');
    expect(readFileSync(join(project, 'locals.tf'), 'utf8')).toContain('public = true');
    expect(
      kept()
        .patches.flatMap(({ candidates }) => candidates)
        .filter(({ chosen }) => chosen),
    ).toContainEqual(
      expect.objectContaining({
        file: 'orders.tf',
        because: 'It changes exactly what drifted, and was picked.',
      }),
    );
  });
});
