import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolders } from '../../entry/cli/parley.ts';
import { record } from '../../entry/cli/records.ts';
import { ada, call, compute, policyDeltas, restartIds, serviceAccount } from './entries.ts';
import { dispositions, type Options, type Outcome, reconcile, verified } from './reconcile.ts';

beforeEach(restartIds);
afterEach(removeFolders);

const bastion = 'zones/europe-west3-b/instances/bastion';
const priority = (value: string, more = {}) =>
  compute('firewalls.patch', 'global/firewalls/allow-web', { priority: value }, more);

function outcomes({ report }: Outcome): readonly string[] {
  return report.decisions.map(({ address, verdict }) => `${address} ${verdict.outcome}`);
}

function reasons({ report }: Outcome): readonly string[] {
  return report.unresolved.map(({ code }) => code ?? '');
}

describe('values that the log does not give', () => {
  it('leave metadata alone if the log has only the keys', async () => {
    const metadata = { instanceMetadataDelta: { modifiedMetadataKeys: ['serial-port'] } };
    const outcome = await reconcile(
      'flat',
      compute('instances.setMetadata', bastion, {}, { payload: { metadata } }),
    );

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['redacted']);
    expect(outcome.report.drifts.map(({ address, path }) => [address, path])).toEqual([
      ['google_compute_instance.bastion', ['metadata', 'serial-port']],
    ]);
    expect(reasons(outcome)).toEqual(['value-not-in-log']);
  });

  it('are not needed to remove metadata', async () => {
    const metadata = { instanceMetadataDelta: { deletedMetadataKeys: ['serial-port'] } };
    const outcome = await reconcile(
      'flat',
      compute('instances.setMetadata', bastion, {}, { payload: { metadata } }),
    );

    expect(outcome.changed).toEqual(['main.tf - serial-port    = "FALSE"']);
    expect(verified(outcome)).toBe(true);
  });

  it('leave a bucket alone if its update lacks the request', async () => {
    const outcome = await reconcile('flat', [
      call({
        service: 'storage',
        method: 'storage.buckets.update',
        resource: 'projects/_/buckets/shop-prod-assets',
      }),
    ]);

    expect(outcome.changed).toEqual([]);
    expect(outcome.report.patches).toEqual([]);
    expect(dispositions(outcome)).toEqual(['redacted']);
    expect(outcome.report.drifts.map(({ address, live }) => [address, live.kind])).toEqual([
      ['google_storage_bucket.assets', 'unknown'],
    ]);
  });

  it('leave a policy unresolved if the log lacks the delta', async () => {
    const outcome = await reconcile('flat', [
      call({
        service: 'cloudresourcemanager',
        method: 'SetIamPolicy',
        resource: 'projects/shop-prod',
      }),
    ]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['unresolved']);
  });

  it('leave a masked value alone', async () => {
    const outcome = await reconcile('flat', [
      call({
        service: 'logging',
        method: 'google.logging.v2.ConfigServiceV2.UpdateSink',
        resource: 'projects/shop-prod/sinks/audit',
        request: { sink: { filter: '[REDACTED]' }, updateMask: 'filter' },
      }),
    ]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['redacted']);
  });

  it('include secret payloads and passwords, which appear nowhere', async () => {
    const outcome = await reconcile('flat', [
      call({
        service: 'secretmanager',
        method: 'google.cloud.secretmanager.v1.SecretManagerService.AddSecretVersion',
        resource: 'projects/818181/secrets/api-token',
        request: { parent: 'projects/818181/secrets/api-token', payload: { data: 'c2VjcmV0' } },
        response: { name: 'projects/818181/secrets/api-token/versions/2' },
      }),
      call({
        service: 'cloudsql',
        method: 'cloudsql.users.update',
        resource: 'projects/shop-prod/instances/shop/users/app',
        request: { body: { name: 'app', instance: 'shop', password: 'hunter2' } },
      }),
    ]);

    expect(outcome.changed).toEqual([]);
    expect(outcome.report.patches).toEqual([]);
    const written = JSON.stringify([outcome.report, outcome.trace]);
    expect(written).not.toContain('c2VjcmV0');
    expect(written).not.toContain('hunter2');
    expect(written).not.toContain('not-for-reports');
  });
});

describe('an operation', () => {
  it('that was put back is no drift', async () => {
    const outcome = await reconcile('flat', [
      ...priority('800', { at: 1 }),
      ...priority('900', { at: 10 }),
    ]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['reverted', 'reverted']);
  });

  it('that failed at the end changed nothing', async () => {
    const [first, last] = priority('800') as readonly [object, { protoPayload: object }];
    const status = { code: 9, message: 'RESOURCE_NOT_READY' };
    const failed = { ...last, protoPayload: { ...last.protoPayload, status }, severity: 'ERROR' };
    const outcome = await reconcile('flat', [first, failed]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['failed']);
  });

  it('whose end is not in the log does not count as done', async () => {
    const outcome = await reconcile('flat', priority('800').slice(0, 1));

    expect(outcome.changed).toEqual([]);
    expect(outcome.report.patches).toEqual([]);
  });

  it.each<[string, (entries: readonly unknown[]) => Readonly<Record<string, string | Uint8Array>>]>(
    [
      ['an array', (entries) => ({ 'log.json': JSON.stringify(entries, null, 2) })],
      ['a page', (entries) => ({ 'page.json': JSON.stringify({ entries }) })],
      [
        'two files, the end first',
        (entries) => ({
          'a.json': JSON.stringify(entries.slice(1)),
          'b.jsonl': JSON.stringify(entries[0]),
        }),
      ],
      [
        'lines, twice',
        (entries) => ({
          'a.jsonl': entries.map((one) => JSON.stringify(one)).join('\n'),
          'b.jsonl': entries.map((one) => JSON.stringify(one)).join('\n'),
        }),
      ],
      [
        'compressed lines',
        (entries) => ({
          'a.jsonl.gz': gzipSync(entries.map((one) => JSON.stringify(one)).join('\n')),
        }),
      ],
    ],
  )('is read from %s', async (_, logs) => {
    const outcome = await reconcile('flat', [], { logs: logs(priority('800')) });

    expect(outcome.changed).toEqual([
      'main.tf - priority      = 900',
      'main.tf + priority      = 800',
    ]);
    expect(verified(outcome)).toBe(true);
  });
});

describe('who did it', () => {
  const byDefault: Options = { policy: 'default' };

  it('a person is recognised, and a change of unclear harm is escalated', async () => {
    const outcome = await reconcile('flat', priority('800'), byDefault);

    expect(outcomes(outcome)).toEqual(['google_compute_firewall.web escalate']);
    expect(outcome.trace[0]?.actor).toMatchObject({
      class: 'human',
      principal: 'ada@shop.example',
    });
  });

  it('a person behind a service account is shown instead of it', async () => {
    const serviceAccountDelegationInfo = [
      { firstPartyPrincipal: { principalEmail: 'ada@shop.example' } },
    ];
    const caller = serviceAccount('ops', { serviceAccountDelegationInfo });
    const outcome = await reconcile('flat', priority('800', { caller }), byDefault);

    expect(outcome.report.intents[0]?.actor).toMatchObject({ class: 'human' });
    expect(outcome.report.intents[0]?.actor.name).toContain('ada@shop.example');
  });

  it('an unknown service account is escalated', async () => {
    const caller = serviceAccount('mystery');
    const more = { caller, userAgent: 'google-api-go-client/0.5' };
    const outcome = await reconcile('flat', priority('800', more), byDefault);

    expect(outcome.changed).toEqual([]);
    expect(outcomes(outcome)).toEqual(['google_compute_firewall.web escalate']);
  });

  const resized = compute(
    'instanceGroupManagers.resize',
    'zones/us-central1-a/instanceGroupManagers/web',
    { size: '5' },
    {
      caller: { principalEmail: '818181@cloudservices.gserviceaccount.com' },
      userAgent: 'GCE Autoscaler',
    },
  );

  it('an autoscaler that is known only by its user agent is escalated', async () => {
    const outcome = await reconcile('modules', resized, byDefault);

    expect(outcomes(outcome)).toEqual([
      'module.web.google_compute_instance_group_manager.this escalate',
    ]);
  });

  it('an autoscaler owns the size of its group, within the bounds of the code', async () => {
    const outcome = await reconcile('modules', resized, {
      ...byDefault,
      settings: `version: 1
actors:
  - id: instance-groups
    class: controller
    principal: 818181@cloudservices.gserviceaccount.com
`,
    });

    expect(outcomes(outcome)).toEqual([
      'module.web.google_compute_instance_group_manager.this delegate',
    ]);
    expect(outcome.changed.join('\n')).toContain('ignore_changes = [target_size]');
    expect(outcome.changed.join('\n')).toContain('within 3..6');
  });

  it('Terraform with the deploy account is recognised', async () => {
    const outcome = await reconcile(
      'flat',
      priority('800', {
        caller: serviceAccount('terraform'),
        userAgent: 'google-api-go-client/0.5 Terraform/1.11.4 terraform-provider-google/6.50.0',
      }),
      {
        ...byDefault,
        settings: 'version: 1\ndeployers:\n  - terraform@shop-prod.iam.gserviceaccount.com\n',
      },
    );

    expect(outcome.trace.map(({ actor }) => actor.class)).toEqual(['iac']);
    expect(outcome.changed).toEqual([]);
  });
});

describe('the meaning of a change', () => {
  const cases: readonly (readonly [string, string, () => readonly unknown[], string])[] = [
    [
      'opening SSH to everyone',
      'reject',
      () =>
        compute('firewalls.patch', 'global/firewalls/allow-ssh', {
          sourceRanges: ['198.51.100.0/24', '0.0.0.0/0'],
        }),
      'Let everyone through firewall ssh',
    ],
    [
      'opening a port',
      'reject',
      () =>
        compute('firewalls.patch', 'global/firewalls/allow-ssh', {
          alloweds: [{ IPProtocol: 'tcp', ports: ['22', '8443'] }],
        }),
      'Opened port 8443 on firewall ssh',
    ],
    [
      'letting everyone read a bucket',
      'reject',
      () => [
        call({
          service: 'storage',
          method: 'storage.setIamPermissions',
          resource: 'projects/_/buckets/shop-prod-assets',
          payload: policyDeltas([
            { action: 'ADD', role: 'roles/storage.objectViewer', member: 'allUsers' },
          ]),
        }),
      ],
      'Added everyone to role binding readers',
    ],
    [
      'scaling a node pool',
      'accept',
      () => [
        call({
          service: 'container',
          method: 'google.container.v1.ClusterManager.SetNodePoolSize',
          resource: 'projects/shop-prod/locations/europe-west3/clusters/shop/nodePools/general',
          request: { nodeCount: 4 },
        }),
      ],
      'Scaled general from 3 to 4 nodes',
    ],
    [
      'a label',
      'accept',
      () =>
        compute('instances.setLabels', bastion, {
          labels: { team: 'platform', env: 'prod', owner: 'ada' },
        }),
      'Set label owner of instance bastion to ada',
    ],
  ];

  it.each(cases)('%s: %s', async (_, verdict, entries, summary) => {
    const outcome = await reconcile('flat', entries(), { policy: 'default' });

    expect(outcome.report.intents.map((intent) => intent.summary).join()).toContain(summary);
    expect(outcome.report.decisions.map((one) => one.verdict.outcome)).toEqual([verdict]);
  });
});

describe('one run', () => {
  it('reads the logs of two clouds', async () => {
    const queueUrl = 'https://sqs.us-east-1.amazonaws.com/123456789012/orders';
    const attributes = { VisibilityTimeout: '90' };
    const aws = record('e-aws', 'sqs', 'SetQueueAttributes', { queueUrl, attributes });
    const gcp = compute('disks.resize', 'zones/us-east1-b/disks/data', { sizeGb: '25' });
    const outcome = await reconcile('twins', [], {
      logs: {
        'aws/log.json': JSON.stringify({ Records: [aws] }),
        'gcp/log.jsonl': gcp.map((one) => JSON.stringify(one)).join('\n'),
      },
    });

    expect(outcome.changed).toEqual([
      'main.tf - size = 10',
      'main.tf - visibility_timeout_seconds = 30',
      'main.tf + size = 25',
      'main.tf + visibility_timeout_seconds = 90',
    ]);
    expect(outcome.report.drifts.map(({ address }) => address)).toEqual([
      'aws_sqs_queue.orders',
      'google_compute_disk.a',
    ]);
    expect(verified(outcome)).toBe(true);
  });

  it('leaves unmanaged resources alone', async () => {
    const outcome = await reconcile('twins', [
      ...compute(
        'firewalls.patch',
        'global/firewalls/allow-ssh',
        { priority: '1' },
        {
          project: 'shop-test',
        },
      ),
      call({
        service: 'cloudresourcemanager',
        method: 'SetIamPolicy',
        project: 'shop-test',
        resource: 'projects/shop-test',
        caller: ada,
        payload: policyDeltas([
          { action: 'REMOVE', role: 'roles/viewer', member: 'user:x@y.example' },
        ]),
      }),
    ]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['unmanaged', 'unmanaged']);
  });

  it('gives a module a new input if the existing one sets more than was changed', async () => {
    const outcome = await reconcile(
      'modules',
      compute('instanceGroupManagers.resize', 'zones/us-central1-a/instanceGroupManagers/worker', {
        size: '4',
      }),
    );

    expect(outcome.changed.filter((line) => line.startsWith('main.tf'))).toEqual([
      'main.tf + target_size  = 4',
    ]);
    expect(outcome.changed).toContain(
      'modules/web/main.tf + target_size        = coalesce(var.target_size, var.size)',
    );
    expect(reasons(outcome)).toEqual([]);
  });
});
