import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Patch } from '../../../src/model/patch.ts';
import { formatPath } from '../../../src/model/path.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Case, GroupOptions } from '../harness/case.ts';
import { reconcile } from '../harness/parley.ts';
import { useProject } from '../harness/project.ts';
import { runGroup } from '../harness/run.ts';
import { readTree } from '../harness/tree.ts';
import { policy, trust } from './documents.ts';
import { withoutMember } from './readback.ts';

const companions = useProject('companions');

/** The code afterwards, and what Parley said about it. */
interface Reported {
  readonly code: string;
  readonly report: Report;
  readonly printed: string;
}

/** Checks what one run makes of some changes, on the state of a single apply. */
function story(
  title: string,
  acts: readonly Case['act'][],
  check: (reported: Reported) => void,
  args: readonly string[] = [],
): void {
  companions.describe(`companions: ${title}`, () => {
    let reported: Reported | undefined;

    beforeAll(async () => {
      if (!companions.idle) reported = await runCase(title, acts, args);
    }, 900_000);

    it.skipIf(companions.idle)('is proved part by part', () => {
      if (reported === undefined) throw new Error('It did not run.');
      check(reported);
    });
  });
}

async function runCase(
  title: string,
  acts: readonly Case['act'][],
  args: readonly string[],
): Promise<Reported> {
  const options: GroupOptions = {
    args: ['--verify', 'plan', ...args],
    appliedOnce: true,
    together: true,
  };
  const cases = acts.map((act, at): Case => {
    const expect = { kind: 'untouched', trace: [] } as const;
    return { name: `${title} ${at}`, by: 'console human', act, expect };
  });
  let code = '';
  const { outcome, performed } = await runGroup(companions, cases, options, async (workshop) => {
    const done = await reconcile('here', workshop, options, companions);
    code = [...readTree(workshop.dir)].map(([path, text]) => `${path}\n${text}`).join('\n');
    return done;
  });
  expect(performed.map(({ error }) => error)).toEqual(acts.map(() => undefined));
  const { report, stdout, stderr, trace } = outcome.parley;
  if (report === undefined) throw new Error(stderr);
  return { code, report, printed: JSON.stringify([report, stdout, stderr, trace]) };
}

const patchOf = ({ patches, drifts }: Report, address: string): Patch | undefined =>
  patches.find((patch) =>
    drifts.some((drift) => drift.address === address && patch.drifts.includes(drift.id)),
  );

/** Fields whose difference waits for an event. */
const fieldsOf = ({ pending = [] }: Report): readonly string[] =>
  pending.map(({ drift }) => `${drift.address} ${formatPath(drift.path)}`);

const without =
  (...operations: readonly string[]) =>
  (records: JsonObject[]): JsonObject[] =>
    records.filter(({ eventName }) => !operations.includes(String(eventName)));

story(
  'nothing but a state of one apply',
  [({ sqs, text }) => sqs.getQueueAttributes({ QueueUrl: text('aws_sqs_queue.letters') })],
  ({ report }) => {
    expect(report.drifts).toEqual([]);
    expect(fieldsOf(report)).toEqual([]);
  },
  ['--all'],
);

story(
  'a second change that no event explains',
  [
    // The call clears the description as well, which its record does not say.
    ({ iam }) => iam.updateRole({ RoleName: 'courier', MaxSessionDuration: 7200 }),
  ],
  ({ code, report }) => {
    const patch = patchOf(report, 'aws_iam_role.courier');

    expect(patch?.verification).toMatchObject({ level: 'plan', passed: true });
    expect(patch?.verification.notes).toContain(
      'aws_iam_role.courier also differs in description, with or without the patch: that is not part of this change.',
    );
    expect(patch?.verification.notes).toContain(
      'Terraform will note new values of outputs (session); nothing changes in the cloud.',
    );
    expect(code).toMatch(/max_session_duration\s+= 7200/);
    expect(code).toContain('Delivers what others wrote');
    expect(report.unresolved).toEqual([]);
    // The description is a drift of its own; what the state does not know yet is none.
    expect(fieldsOf(report)).toEqual(['aws_iam_role.courier description']);
  },
);

story(
  'a secret beside another field of its resource',
  [
    ({ ssm }) =>
      ssm.putParameter({
        Name: '/companions/pin',
        Description: 'Pin of the gate',
        Value: 'fresh-pin-9931',
        Type: 'SecureString',
        Overwrite: true,
      }),
  ],
  ({ code, report, printed }) => {
    expect(patchOf(report, 'aws_ssm_parameter.pin')?.verification).toMatchObject({
      level: 'plan',
      passed: true,
    });
    expect(code).toContain('"Pin of the gate"');
    expect(report.unresolved).toMatchObject([
      { code: 'value-not-in-log', address: 'aws_ssm_parameter.pin' },
    ]);
    expect(code + printed).not.toContain('fresh-pin-9931');
  },
);

story(
  'rules that are only regrouped',
  [
    ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text('aws_security_group.lobby'),
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 80,
            ToPort: 80,
            IpRanges: [{ CidrIp: '10.50.0.0/16', Description: 'HTTP' }],
          },
        ],
      }),
  ],
  ({ code, report }) => {
    expect(patchOf(report, 'aws_security_group.lobby')?.verification).toMatchObject({
      level: 'plan',
      passed: true,
      notes: [
        'Terraform will regroup the ingress rules of aws_security_group.lobby; nothing changes in the cloud.',
      ],
    });
    expect(code).toContain('"10.50.0.0/16"');
  },
);

story(
  'an import of what is gone, beside changes that are there',
  [
    async ({ sqs, rewrite }) => {
      const made = await sqs.createQueue({ QueueName: 'companions-brief' });
      await sqs.deleteQueue({ QueueUrl: made.QueueUrl ?? '' });
      rewrite(without('DeleteQueue'));
    },
    ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.letters'),
        Attributes: { VisibilityTimeout: '45' },
      }),
    ({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/companions/desk', retentionInDays: 60 }),
  ],
  ({ code, report }) => {
    expect(patchOf(report, 'aws_sqs_queue.letters')?.verification.passed).toBe(true);
    expect(patchOf(report, 'aws_cloudwatch_log_group.desk')?.verification.passed).toBe(true);
    expect(code).toMatch(/visibility_timeout_seconds = 45/);
    expect(code).toMatch(/retention_in_days = 60/);
    expect(code).not.toContain('companions-brief');
    expect(report.unresolved.map(({ reason }) => reason).join('\n')).toContain(
      'aws_sqs_queue.companions_brief would be imported, but no longer exists.',
    );
  },
  ['--adopt', 'all'],
);

story(
  'new resources of which the log hides what they need',
  [
    async ({ iam, rewrite }) => {
      const AssumeRolePolicyDocument = trust('ec2.amazonaws.com');
      await iam.createRole({ RoleName: 'companions-guest', AssumeRolePolicyDocument });
      rewrite((records) => records.map((each) => withoutMember(each, 'assumeRolePolicyDocument')));
    },
    async ({ iam, rewrite }) => {
      const PolicyDocument = policy({ Effect: 'Allow', Action: ['sqs:ListQueues'], Resource: '*' });
      await iam.createPolicy({ PolicyName: 'companions-guest', PolicyDocument });
      rewrite((records) => records.map((each) => withoutMember(each, 'policyDocument')));
    },
  ],
  ({ code, report }) => {
    expect(report.unresolved).toEqual([]);
    expect(patchOf(report, 'aws_iam_role.companions_guest')?.verification).toMatchObject({
      level: 'plan',
      passed: true,
    });
    expect(patchOf(report, 'aws_iam_policy.companions_guest')?.verification.passed).toBe(true);
    expect(code).toContain('"ec2.amazonaws.com"');
    expect(code).toContain('sqs:ListQueues');
  },
  ['--adopt', 'all'],
);

story(
  'a value that a variable of the code does not allow',
  [({ logs }) => logs.putRetentionPolicy({ logGroupName: '/companions/till', retentionInDays: 7 })],
  ({ code, report }) => {
    expect(patchOf(report, 'aws_cloudwatch_log_group.till')?.verification).toMatchObject({
      level: 'plan',
      passed: true,
    });
    expect(code).toContain('retention_in_days = 7');
    expect(code).toMatch(/default = 30/);
    expect(report.patches.flatMap(({ candidates }) => candidates)).toContainEqual(
      expect.objectContaining({
        chosen: false,
        because:
          'The validation of var.till_days would not allow the value (One, two or three months.).',
      }),
    );
  },
);

story(
  'a value that the provider forbids, beside changes that it allows',
  [
    ({ logs }) => logs.putRetentionPolicy({ logGroupName: '/companions/till', retentionInDays: 8 }),
    ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.letters'),
        Attributes: { VisibilityTimeout: '45' },
      }),
    ({ iam }) => iam.tagUser({ UserName: 'printer', Tags: [{ Key: 'Floor', Value: '3' }] }),
  ],
  ({ code, report }) => {
    expect(patchOf(report, 'aws_sqs_queue.letters')?.verification.passed).toBe(true);
    expect(patchOf(report, 'aws_iam_user.printer')?.verification.passed).toBe(true);
    expect(code).toMatch(/visibility_timeout_seconds = 45/);
    expect(code).toContain('Floor = "3"');
    expect(code).toContain('retention_in_days = var.till_days');
    expect(report.unresolved.map(({ reason }) => reason).join('\n')).toContain(
      'expected retention_in_days to be one of',
    );
  },
);

story(
  'imports that note defaults of the provider',
  [
    ({ secrets }) => secrets.createSecret({ Name: 'companions-spare', Description: 'Spare key' }),
    ({ s3 }) => s3.createBucket({ Bucket: 'companions-spare' }),
    ({ logs }) => logs.createLogGroup({ logGroupName: '/companions/spare' }),
  ],
  ({ report }) => {
    const notes = report.patches.flatMap(({ verification }) => verification.notes);

    expect(report.patches.map(({ verification }) => verification.passed)).not.toContain(false);
    expect(report.unresolved).toEqual([]);
    expect(notes.join('\n')).toMatch(
      /Terraform will note the default of \w+ \(.*\) with the import of aws_\w+\.\w+; nothing changes in the cloud\./,
    );
  },
  ['--adopt', 'all'],
);

story(
  'a tag beside one that somebody set without a word',
  [
    async ({ iam, rewrite }) => {
      await iam.tagUser({ UserName: 'printer', Tags: [{ Key: 'Floor', Value: '3' }] });
      await iam.tagUser({ UserName: 'printer', Tags: [{ Key: 'Cost', Value: 'c-77' }] });
      rewrite((records) => records.slice(0, 1));
    },
  ],
  ({ code, report }) => {
    expect(patchOf(report, 'aws_iam_user.printer')?.verification).toMatchObject({
      level: 'plan',
      passed: true,
    });
    expect(code).toContain('Floor = "3"');
    expect(code).not.toContain('c-77');
    expect(fieldsOf(report)).toEqual(['aws_iam_user.printer tags.Cost']);
  },
);

story(
  'new companions of what has some already',
  [
    ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text('aws_security_group.counter'),
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 8080,
            ToPort: 8080,
            IpRanges: [{ CidrIp: '10.42.0.0/16', Description: 'Spare door' }],
          },
        ],
      }),
    ({ iam }) =>
      iam.attachRolePolicy({
        RoleName: 'courier',
        PolicyArn: 'arn:aws:iam::aws:policy/AmazonSQSReadOnlyAccess',
      }),
    ({ iam }) =>
      iam.putRolePolicy({
        RoleName: 'clerk',
        PolicyName: 'archive',
        PolicyDocument: policy({ Effect: 'Allow', Action: ['s3:PutObject'], Resource: '*' }),
      }),
    ({ s3 }) =>
      s3.putPublicAccessBlock({
        Bucket: 'companions-parcels',
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, IgnorePublicAcls: true },
      }),
  ],
  ({ code, report }) => {
    expect(report.patches.map(({ verification }) => verification)).not.toContainEqual(
      expect.objectContaining({ passed: false }),
    );
    expect(report.unresolved).toEqual([]);
    expect(code.match(/^import \{$/gm)).toHaveLength(4);
    expect(code).toContain('"10.42.0.0/16"');
    expect(code).toContain('AmazonSQSReadOnlyAccess');
  },
);

story(
  'a check of health whose block the code does not have yet',
  [
    ({ elbv2, text }) =>
      elbv2.modifyTargetGroup({
        TargetGroupArn: text('aws_lb_target_group.cart'),
        HealthCheckPath: '/ready',
      }),
  ],
  ({ code, report }) => {
    expect(patchOf(report, 'aws_lb_target_group.cart')?.verification).toMatchObject({
      level: 'plan',
      passed: true,
    });
    // Otherwise the provider would set the thresholds to its own defaults.
    const block = /health_check \{[^}]*\}/.exec(code)?.[0];
    expect(block).toMatch(/ path +=/);
    expect(block).toMatch(/ healthy_threshold += 5/);
    expect(block).toMatch(/ unhealthy_threshold += 2/);
  },
);

story(
  'another age of a rule that one call replaces',
  [
    ({ s3 }) =>
      s3.putBucketCors({
        Bucket: 'companions-parcels',
        CORSConfiguration: {
          CORSRules: [
            {
              AllowedMethods: ['GET'],
              AllowedOrigins: ['https://post.example.com'],
              MaxAgeSeconds: 7200,
            },
          ],
        },
      }),
  ],
  ({ code, report }) => {
    expect(report.decisions.map(({ verdict }) => verdict.outcome)).toEqual(['accept', 'accept']);
    expect(report.patches.map(({ verification }) => verification.passed)).toEqual([true]);
    expect(code).toMatch(/cors_rule \{[^}]*max_age_seconds = 7200/s);
    expect(code).not.toContain('max_age_seconds = 600');
  },
);

story(
  'an association that was taken away and made again',
  [
    async ({ ec2, text }) => {
      const AssociationId = text('aws_route_table_association.hall');
      const { RouteTables = [] } = await ec2.describeRouteTables({
        Filters: [{ Name: 'association.route-table-association-id', Values: [AssociationId] }],
      });
      const own = RouteTables[0]?.Associations?.find(
        (one) => one.RouteTableAssociationId === AssociationId,
      );
      await ec2.disassociateRouteTable({ AssociationId });
      await ec2.associateRouteTable({
        RouteTableId: own?.RouteTableId,
        SubnetId: own?.SubnetId,
      });
    },
  ],
  ({ report }) => {
    expect(report.drifts).toEqual([]);
    expect(report.reverted).toMatchObject([
      {
        address: 'aws_route_table_association.hall',
        ending: 'put-back',
        because: expect.stringMatching(
          /^It exists again as rtbassoc-\w+; .* \(state rm, then import subnet-\w+\/rtb-\w+\)\.$/,
        ),
      },
    ]);
  },
);
