import { afterAll, describe, expect, it } from 'vitest';
import { findAnswerTarget } from '../../../src/app/answer/target.ts';
import type { LiveResource } from '../../../src/code/terraform/run/live.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import { ok } from '../../../src/model/result.ts';
import type { Blame } from '../../../src/reconcile/managed/code-history.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import type { FlatInput } from '../flat-input.ts';
import { type Act, createWorld, recordOf, stateText, timeOf } from './memory-world.ts';

afterAll(removeFolders);

const database = 'aws_db_instance.main';
const secret = 'correct-horse-battery';
const attributes = {
  id: 'shop',
  identifier: 'shop',
  arn: 'arn:aws:rds:eu-central-1:111122223333:db:shop',
  password: secret,
  backup_retention_period: 7,
};
const resources = [
  {
    mode: 'managed',
    type: 'aws_db_instance',
    name: 'main',
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [
      {
        schema_version: 0,
        attributes,
        sensitive_attributes: [[{ type: 'get_attr', value: 'password' }]],
      },
    ],
  },
];
const given = {
  code: `resource "aws_db_instance" "main" {
  identifier              = "shop"
  password                = "${secret}"
  backup_retention_period = 7
}
`,
  state: JSON.stringify({ ...JSON.parse(stateText()), resources }),
};
const shape: Act = { minute: 10, who: 'maria', what: { kind: 'look' } };

/** Maria sets another password, which the log masks. */
function changed(minute: number): JsonObject {
  return {
    ...recordOf({ ...shape, minute }, minute),
    readOnly: false,
    eventSource: 'rds.amazonaws.com',
    eventName: 'ModifyDBInstance',
    requestParameters: { dBInstanceIdentifier: 'shop', masterUserPassword: '****' },
  };
}

/** A provider that reads a password unlike the state's, or the same. */
function reads(isOther: boolean): Partial<FlatInput> {
  const one: LiveResource = {
    kind: 'changed',
    address: database,
    type: 'aws_db_instance',
    attributes: { ...attributes, password: null },
    secrets: [{ path: ['password'], changed: isOther }],
  };
  return {
    pending: { windowMs: 0, seen: [] },
    readBack: {
      everything: true,
      confirms: true,
      read: async () => ok({ changed: new Map([[database, one]]), unread: [] }),
    },
  };
}

function openIn({ report }: RunResult): readonly string[] {
  return (report.openDrifts ?? []).map(
    ({ address, path, live, evidence }) =>
      `${address} ${formatPath(path)} ${live.kind} ${evidence.at(-1)?.actor}`,
  );
}

function reportedIn({ report }: RunResult): readonly string[] {
  return report.unresolved.map(({ code }) => code);
}

describe('a secret that somebody changed', () => {
  const open = `${database} password redacted maria@example.com`;

  it('is an open drift in every run, told by who, when, why it is open and what to do', async () => {
    const world = await createWorld(given);
    const first = await world.scan([changed(10)], timeOf(15));
    const second = await world.scan([], timeOf(60));

    expect([openIn(first), openIn(second)]).toEqual([[open], [open]]);
    expect(second.report.drifts).toEqual(first.report.drifts);
    expect(reportedIn(second)).not.toContain('open-drift-unseen');
    const reported = second.report.unresolved.find(({ code }) => code === 'value-not-in-log');
    expect(reported?.reason).toBe(
      'The log masks the new value of password. It cannot be compared: it stays open until a later commit sets it in the code, or a person dismisses it.',
    );
    expect(JSON.stringify([world.memory, second.report])).not.toContain(secret);
  });

  it('is an open drift in every run, where only a read-back reports', async () => {
    const world = await createWorld(given);
    const first = await world.scan([], timeOf(15), { ...reads(true), isBaseline: true });
    const second = await world.scan([], timeOf(60));

    expect([openIn(first), openIn(second)]).toEqual([
      [`${database} password redacted unknown`],
      [`${database} password redacted unknown`],
    ]);
    expect(reportedIn(second)).not.toContain('open-drift-unseen');
    expect(JSON.stringify([world.memory, second.report])).not.toContain(secret);
  });

  it('is closed when the provider reads what the state has, and stays so', async () => {
    const world = await createWorld(given);
    await world.scan([], timeOf(15), { ...reads(true), isBaseline: true });

    const back = await world.scan([], timeOf(60), reads(false));
    const later = await world.scan([], timeOf(90));

    expect(back.report.closedDrifts).toMatchObject([
      {
        address: database,
        reason: 'went-back',
        because: 'The provider reads the secret that the state has.',
      },
    ]);
    expect([openIn(back), openIn(later)]).toEqual([[], []]);
  });

  it('is not closed by a provider that cannot read what the log reported', async () => {
    const world = await createWorld(given);
    await world.scan([changed(10)], timeOf(15));

    expect(openIn(await world.scan([], timeOf(60), reads(false)))).toEqual([open]);
  });

  it.each<[string, number, readonly string[]]>([
    ['is closed by a commit that sets it after it', 50, []],
    ['is not by one from before', 5, [open]],
  ])('%s', async (_, minute, left) => {
    const world = await createWorld(given);
    await world.scan([changed(10)], timeOf(15));
    const commit = { commit: 'a'.repeat(40), author: 'ana@example.com', time: timeOf(minute) };
    const blame: Blame = async (ranges) =>
      new Map([...ranges.keys()].map((file) => [file, new Map([[3, commit]])]));

    const renewed = await world.scan([], timeOf(60), { blame });
    const again = await world.scan([changed(10)], timeOf(90), { blame });
    const anew = await world.scan([changed(100)], timeOf(110), { blame });

    expect([openIn(renewed), openIn(again)]).toEqual([left, left]);
    expect(
      (renewed.report.closedDrifts ?? []).map(({ reason, commit: by }) => [reason, by]),
    ).toEqual(left.length === 0 ? [['in-code', commit.commit]] : []);
    expect(openIn(anew)).toEqual([open]);
  });

  it('is closed by a dismissal, until it is changed again', async () => {
    const world = await createWorld(given);
    const first = await world.scan([changed(10)], timeOf(15));
    const target = findAnswerTarget(first.report, first.report.intents[0]?.id ?? '');
    const answers = [
      {
        ...{ id: 'a-1', intent: target?.id ?? '', digest: 'any', action: 'dismiss' as const },
        ...{ by: 'git:jonas', at: timeOf(20), note: 'rotated by hand', about: target?.about ?? [] },
      },
    ];

    const reported = await world.scan([], timeOf(60), { answers });
    const anew = await world.scan([changed(100)], timeOf(110), { answers });

    expect(reported.report.closedDrifts).toMatchObject([{ reason: 'dismissed' }]);
    expect([openIn(reported), openIn(anew)]).toEqual([[], [open]]);
  });
});
