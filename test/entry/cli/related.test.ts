import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { newFolder, parley, removeFolders } from './parley.ts';
import { ben } from './records.ts';
import { type Call, callsLog, changes, kinds, openPort, relatedProject } from './related-estate.ts';

afterEach(removeFolders);

const modes = ['none', 'related', 'all'] as const;

async function reconcile(calls: readonly Call[], flags: readonly string[] = [], settings = '') {
  const project = relatedProject(settings);
  const file = join(newFolder(), 'report.json');
  const before = readFileSync(join(project, 'main.tf'), 'utf8');
  const outputs = ['--report', file, '--exit-code', '--write'];
  const run = await parley(project, 'reconcile', '--events', callsLog(calls), ...outputs, ...flags);
  if (run.err.includes('parley:')) throw new Error(run.err);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const after = readFileSync(join(project, 'main.tf'), 'utf8');
  return { ...run, report, isWritten: after !== before };
}

describe('a port opened beside separate rules', () => {
  it('is reported with the default flags', async () => {
    const project = relatedProject();
    const run = await parley(
      project,
      'scan',
      '--events',
      callsLog([openPort(8443)]),
      '--exit-code',
    );

    expect(run.out).not.toContain('No drift');
    expect(run.out).toContain('rule.shop_8443');
    expect(run.out).toContain('ben');
    expect(run.code).toBe(2);
  });

  it('is reported with who and when, and not written, if adoption is off', async () => {
    const { out, code, report, isWritten } = await reconcile(
      [openPort(8443)],
      ['--adopt', 'none', '--policy', 'accept-all'],
    );

    expect(code).toBe(2);
    expect(out).toContain('ben');
    expect(report.intents[0]?.window.from).toBe('2026-03-14T03:00:00Z');
    expect(report.decisions).toMatchObject([
      {
        verdict: {
          outcome: 'escalate',
          rule: 'adoption-off',
          because:
            'It belongs to aws_security_group.shop, which this code manages, and adoption is off.',
        },
      },
    ]);
    expect(report.patches).toEqual([]);
    expect(isWritten).toBe(false);
  });
});

describe.each(kinds)('%s', (_, call, type, on) => {
  it.each(modes)('is found with --adopt %s', async (mode) => {
    const { report, code, isWritten } = await reconcile(
      [call],
      ['--adopt', mode, '--policy', 'accept-all'],
    );
    const drift = report.drifts.find((one) => one.creation !== undefined);
    const written = report.patches.flatMap(({ drifts }) => drifts);

    expect(drift).toMatchObject({ type, creation: { parent: `${on}.shop` } });
    expect(drift?.evidence).toEqual(['call-0']);
    if (mode === 'none') expect(written).toEqual([]);
    expect(code).toBe(report.drifts.every(({ id }) => written.includes(id)) ? 0 : 2);
    expect(isWritten).toBe(written.length > 0);
  });
});

describe.each(changes)('%s', (_, call, type, on, what) => {
  it.each(modes)('is reported with --adopt %s', async (mode) => {
    const { report, code, out } = await reconcile([call], ['--adopt', mode]);

    expect(report.drifts).toEqual([]);
    expect(report.beside).toEqual([
      {
        name: expect.stringMatching(new RegExp(`(?:^| or )${type} \\(`)),
        on: `${on}.shop`,
        what,
        by: ['ben'],
        evidence: ['call-0'],
        window: { from: '2026-03-14T03:00:00Z', to: '2026-03-14T03:00:00Z' },
      },
    ]);
    expect(out).not.toContain('No drift');
    expect(out).toMatch(
      new RegExp(`${on}\\.shop: ben ${what} .*${type} .*2026-03-14 03:00:00 UTC`),
    );
    expect(code).toBe(what === 'changed' ? 2 : 0);
  });
});

const deploy = (userAgent: string, more = {}) => ({
  ...ben,
  userIdentity: {
    type: 'AssumedRole',
    arn: 'arn:aws:sts::123456789012:assumed-role/deploy/run-7',
    accountId: '123456789012',
    sessionContext: {
      sessionIssuer: {
        type: 'Role',
        arn: 'arn:aws:iam::123456789012:role/deploy',
        accountId: '123456789012',
        userName: 'deploy',
      },
    },
    ...more,
  },
  userAgent,
});
const terraform = deploy(
  'APN/1.0 HashiCorp/1.0 Terraform/1.12.0 terraform-provider-aws/6.0.0 aws-sdk-go-v2/1.36.0',
);
const stack = {
  ...deploy('cloudformation.amazonaws.com', { invokedBy: 'cloudformation.amazonaws.com' }),
  sourceIPAddress: 'cloudformation.amazonaws.com',
};
const own = 'deployers: ["arn:aws:iam::123456789012:role/deploy"]\n';

describe('additions by other code to a managed resource', () => {
  const cases = [
    ['CloudFormation', stack, '', 'other-code', 'It was made by CloudFormation:'],
    ['CloudFormation in the name of a deployer', stack, own, 'other-code', 'by CloudFormation:'],
    [
      'another Terraform run',
      terraform,
      '',
      'other-code',
      'It was made by another Terraform run (role/deploy), as the caller claims:',
    ],
    [
      'Pulumi',
      deploy('APN/1.0 Pulumi/3.0 PulumiAwsNative/1.12 aws-sdk-go-v2/1.36.0'),
      '',
      'other-code',
      'It was made by Pulumi (role/deploy), as the caller claims:',
    ],
    [
      'a controller of Kubernetes',
      deploy('aws-controllers-k8s/ec2.services.k8s.aws-v1.2.3 (GitCommit/abc)'),
      '',
      'other-code',
      'It was made by AWS Controllers for Kubernetes',
    ],
    ["this code's own run", terraform, own, 'own-apply', 'the state may be older than the apply.'],
  ] as const;

  describe.each(cases)('%s', (_, by, settings, rule, because) => {
    it.each(modes)('is named and left alone, with accept-all and --adopt %s', async (mode) => {
      const flags = ['--adopt', mode, '--policy', 'accept-all'];
      const calls = [{ ...openPort(8443), by }];
      const { report, code, isWritten } = await reconcile(calls, flags, settings);

      expect(report.decisions).toMatchObject([
        { verdict: { outcome: 'escalate', rule, because: expect.stringContaining(because) } },
      ]);
      expect([code, isWritten]).toEqual([2, false]);
    });
  });

  it('are left alone if unrelated to managed resources, and never adopted', async () => {
    const queue: Call = {
      service: 'sqs',
      operation: 'CreateQueue',
      request: { queueName: 'theirs' },
      response: { queueUrl: 'https://sqs.us-east-1.amazonaws.com/123456789012/theirs' },
      by: stack,
    };
    const related = await reconcile([queue], ['--policy', 'accept-all']);
    const all = await reconcile([queue], ['--policy', 'accept-all', '--adopt', 'all']);

    expect(related).toMatchObject({ code: 0, isWritten: false, report: { drifts: [] } });
    expect(all).toMatchObject({ code: 2, isWritten: false });
    expect(all.report.decisions).toMatchObject([{ verdict: { rule: 'other-code' } }]);
  });

  it('are not reported when a deployer deletes them, as a newer state lacks them', async () => {
    const [, gone] = changes[2] ?? [];
    if (gone === undefined) throw new Error('no deletion');
    const { report, out, code } = await reconcile([{ ...gone, by: terraform }], [], own);

    expect(report.beside).toBeUndefined();
    expect(out).toContain('No drift');
    expect(code).toBe(0);
  });
});

describe('a user agent', () => {
  it('of a controller does not justify a change to a managed resource', async () => {
    const by = deploy('karpenter.sh-1.6.0 aws-sdk-go-v2/1.36.0');
    const { report, code } = await reconcile([{ ...openPort(8443), by }]);

    expect(report.decisions).toMatchObject([{ verdict: { outcome: 'reject' } }]);
    expect(code).toBe(2);
  });
});
