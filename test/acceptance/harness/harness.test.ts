import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { TraceLine } from '../../../src/model/trace.ts';
import type { Case } from './case.ts';
import { judgeCase, judgeRest } from './judge.ts';
import type { ParleyRun } from './parley.ts';
import { useProject } from './project.ts';
import { type Reconciler, runGroup } from './run.ts';

/*
 * A judge that passes everything would make every case worthless. Here a stand-in takes Parley's
 * place: it leaves the code alone, fixes it, or does too much, and the judge must tell which.
 */
const flat = useProject('flat');

type Hand = (edit: (path: string, change: (text: string) => string) => void) => void;

function byHand(hand: Hand, disposition: TraceLine['disposition'] = 'drift'): Reconciler {
  return (workshop) => {
    hand((path, change) => {
      const full = join(workshop.dir, path);
      writeFileSync(full, change(readFileSync(full, 'utf8')));
    });
    return Promise.resolve({
      code: 0,
      stdout: '',
      stderr: '',
      trace: traceOf(workshop.events, disposition),
    });
  };
}

function traceOf(events: string, disposition: TraceLine['disposition']): ParleyRun['trace'] {
  const { Records } = JSON.parse(readFileSync(join(events, '00.json'), 'utf8')) as {
    Records: { eventID: string; eventName: string; eventTime: string }[];
  };
  return Records.map(({ eventID, eventName, eventTime }) => ({
    event: eventID,
    time: eventTime,
    operation: eventName,
    actor: { class: 'human', principal: 'x', signature: 'x' },
    disposition,
    because: 'x',
  }));
}

async function faults(
  one: Case,
  hand: Hand,
  disposition?: TraceLine['disposition'],
): Promise<readonly string[]> {
  const { outcome, performed } = await runGroup(flat, [one], {}, byHand(hand, disposition));
  return [
    ...judgeCase(outcome, one, performed[0] ?? { records: [] }),
    ...judgeRest(outcome, [one]),
  ];
}

const stop: Hand = () => undefined;

const retention: Case = {
  name: 'keeps logs longer',
  by: 'cli human',
  act: ({ logs }) =>
    logs.putRetentionPolicy({ logGroupName: '/storefront/checkout', retentionInDays: 60 }),
  expect: {
    kind: 'codified',
    at: ['aws_cloudwatch_log_group.checkout'],
    in: ['operations.tf'],
    writes: ['retention_in_days = 60'],
  },
};

const rule: Case = {
  name: 'opens the database',
  by: 'console human',
  act: ({ ec2, text }) =>
    ec2.authorizeSecurityGroupIngress({
      GroupId: text('aws_security_group.db'),
      IpPermissions: [
        { IpProtocol: 'tcp', FromPort: 5432, ToPort: 5432, IpRanges: [{ CidrIp: '10.20.8.0/24' }] },
      ],
    }),
  expect: { kind: 'adopted', imports: 1, at: ['aws_security_group.db'], in: ['security.tf'] },
};

flat.describe('the judge', () => {
  beforeAll(() => flat.ready(), 900_000);

  it('reports drift that the code does not reflect', async () => {
    const found = await faults(retention, stop);

    expect(found.join('\n')).toContain('aws_cloudwatch_log_group.checkout would change');
    expect(found.join('\n')).toContain('no file changed');
  });

  it('accepts the right edit', async () => {
    const found = await faults(retention, (edit) =>
      edit('operations.tf', (text) =>
        text.replace('retention_in_days = 30', 'retention_in_days = 60'),
      ),
    );

    expect(found).toEqual([]);
  });

  it('reports a surplus edit, a lost comment and another layout', async () => {
    const found = await faults(retention, (edit) => {
      edit('operations.tf', (text) =>
        text
          .replace('retention_in_days = 30', 'retention_in_days =  60')
          .replace('# What the on-call engineer looks at.', '')
          .replace('period              = 60', 'period              = 120'),
      );
      edit('messaging.tf', (text) => `${text}\n`);
    });

    expect(found.join('\n')).toContain('operations.tf lost a comment: # What the on-call');
    expect(found.join('\n')).toContain('terraform fmt thinks differently of operations.tf');
    expect(found.join('\n')).toContain('aws_cloudwatch_metric_alarm.queue_age would change');
    expect(found.join('\n')).toContain('messaging.tf changed');
  });

  it('reports an inline rule next to rule resources although the plan is clean', async () => {
    const found = await faults(rule, stop);

    expect(found.join('\n')).toContain(
      'live aws_security_group.db.ingress stands nowhere in the code',
    );
  });

  it('accepts that rule once it is imported', async () => {
    let id = '';
    const act: Case['act'] = async (cloud) => {
      await rule.act(cloud);
      const { SecurityGroupRules = [] } = await cloud.ec2.describeSecurityGroupRules({
        Filters: [{ Name: 'group-id', Values: [cloud.text('aws_security_group.db')] }],
      });
      id =
        SecurityGroupRules.find(({ CidrIpv4 }) => CidrIpv4 === '10.20.8.0/24')
          ?.SecurityGroupRuleId ?? '';
    };
    const found = await faults({ ...rule, act }, (edit) =>
      edit('security.tf', (text) => `${text}${importedRule(id)}`),
    );

    expect(found).toEqual([]);
  });

  it('demands an untouched tree byte for byte, and the right reason', async () => {
    const one: Case = { ...retention, expect: { kind: 'untouched', trace: ['iac'] } };
    const found = await faults(one, (edit) => edit('operations.tf', (text) => `${text} `), 'iac');
    const still = await faults(one, stop, 'drift');

    expect(found).toContain('operations.tf changed');
    expect(still.join('\n')).toContain('no event is traced as iac');
    expect(await faults(one, stop, 'iac')).toEqual([]);
  });
});

function importedRule(id: string): string {
  return `
import {
  to = aws_vpc_security_group_ingress_rule.extra
  id = "${id}"
}

resource "aws_vpc_security_group_ingress_rule" "extra" {
  security_group_id = aws_security_group.db.id
  cidr_ipv4         = "10.20.8.0/24"
  from_port         = 5432
  to_port           = 5432
  ip_protocol       = "tcp"
}
`;
}
