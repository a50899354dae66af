import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';
import { sets } from '../catalog/changes.ts';
import { auditEvent, changesOf, estateOf } from '../catalog/event.ts';

/** An event of a project; `resource` is the name as logged. */
function event(
  service: string,
  operation: string,
  resource: string,
  request: JsonObject,
  parts: Partial<AuditEvent> = {},
): AuditEvent {
  return auditEvent({
    cloud: 'gcp',
    scope: 'shop-prod',
    region: 'europe-west3',
    service: `${service}.googleapis.com`,
    operation,
    request,
    details: { resourceName: resource, ...parts.details },
    ...(parts.response === undefined ? {} : { response: parts.response }),
    ...(parts.omitted === undefined ? {} : { omitted: parts.omitted }),
  });
}

const translate = (one: AuditEvent, estate?: Estate) => changesOf(gcpEntries, one, estate);

const subscription = 'projects/shop-prod/subscriptions/s';
const update = (request: JsonObject) =>
  event('pubsub', 'Subscriber.UpdateSubscription', subscription, request);
const on = `google_pubsub_subscription ${subscription}`;

describe('a mask', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'leaves alone what it does not name',
      { subscription: { ackDeadlineSeconds: 60, filter: 'x' }, updateMask: 'ackDeadlineSeconds' },
      { ack_deadline_seconds: 60 },
    ],
    [
      'empties what it names and the body lacks',
      {
        subscription: {},
        updateMask: { paths: ['retain_acked_messages', 'labels', 'push_config'] },
      },
      { labels: {}, retain_acked_messages: false, push_config: [] },
    ],
    [
      'reaches into a block',
      {
        subscription: { retryPolicy: { minimumBackoff: '10s', maximumBackoff: '60s' } },
        updateMask: 'retryPolicy.minimumBackoff',
      },
      { 'retry_policy.0.minimum_backoff': '10s' },
    ],
    [
      'may be missing: the body says all that changes',
      { subscription: { filter: 'a = "b"' } },
      { filter: 'a = "b"' },
    ],
  ])('%s', (_, request, expected) => {
    expect(translate(update(request))).toEqual(sets(expected).map((change) => [on, change]));
  });

  it('of something else does not count as empty', () => {
    const request = { subscription: { somethingNew: true }, updateMask: 'somethingNew' };

    expect(translate(update(request))).toEqual([
      [on, { kind: 'set', path: [], value: { kind: 'omitted' } }],
    ]);
  });
});

describe('labels', () => {
  const topic = 'projects/shop-prod/topics/t';
  const estate = estateOf({
    address: 'google_pubsub_topic.t',
    attributes: {
      id: topic,
      labels: { team: 'web' },
      terraform_labels: { team: 'web', cost: '7' },
      effective_labels: { team: 'web', cost: '7', scanned: 'yes', 'goog-x': '1' },
    },
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'of others and of the provider stay out',
      { team: 'web', cost: '7', scanned: 'yes' },
      { team: 'web' },
    ],
    ['that are new come in', { team: 'web', owner: 'ada' }, { team: 'web', owner: 'ada' }],
    [
      'of the provider with another value come in',
      { team: 'a', cost: '8' },
      { team: 'a', cost: '8' },
    ],
    ['of Google stay out', { 'goog-y': '1' }, {}],
  ])('%s', (_, labels, expected) => {
    const request = { topic: { name: topic, labels }, updateMask: 'labels' };
    const changes = translate(event('pubsub', 'Publisher.UpdateTopic', topic, request), estate);

    expect(changes).toEqual([[`google_pubsub_topic ${topic}`, ...sets({ labels: expected })]]);
  });
});

describe('a resource is named by', () => {
  it.each<[string, AuditEvent, string]>([
    [
      'the number of its project',
      event('compute', 'disks.resize', 'projects/4711/zones/z-a/disks/d', { sizeGb: '3' }),
      'google_compute_disk projects/shop-prod/zones/z-a/disks/d',
    ],
    [
      'its collection alone',
      event('dns', 'managedZones.patch', 'managedZones/z', { managedZone: { description: 'x' } }),
      'google_dns_managed_zone projects/shop-prod/managedZones/z',
    ],
    [
      'a zone where Terraform says location',
      event('container', 'ClusterManager.SetLabels', 'projects/shop-prod/zones/z-a/clusters/c', {
        resourceLabels: { a: 'b' },
      }),
      'google_container_cluster projects/shop-prod/locations/z-a/clusters/c',
    ],
    [
      'its parent and an id of its own',
      event('redis', 'CloudRedis.CreateInstance', 'projects/shop-prod/locations/r', {
        parent: 'projects/shop-prod/locations/r',
        instanceId: 'cache',
        instance: { memorySizeGb: 1 },
      }),
      'google_redis_instance projects/shop-prod/locations/r/instances/cache',
    ],
    [
      'its project and name where the id is the name',
      event('cloudsql', 'instances.update', 'projects/shop-prod/instances/i', {
        body: { settings: { tier: 't' } },
      }),
      'google_sql_database_instance shop-prod i',
    ],
  ])('%s', (_, one, expected) => {
    const changes = translate(one);

    expect(typeof changes === 'string' ? changes : changes.map(([name]) => name)).toEqual([
      expected,
    ]);
  });
});

describe('a value', () => {
  const path = 'projects/shop-prod/global/firewalls/f';
  const patch = (request: JsonObject, omitted: AuditEvent['omitted'] = []) =>
    translate(event('compute', 'firewalls.patch', path, request, { omitted }));
  const firewall = `google_compute_firewall ${path}`;

  it('that the log masks is never known', () => {
    expect(patch({ description: '[REDACTED]' })).toEqual([
      [firewall, { kind: 'set', path: ['description'], value: { kind: 'redacted' } }],
    ]);
  });

  it('of a request that is left out is omitted', () => {
    expect(patch({}, ['request'])).toEqual([
      [firewall, { kind: 'set', path: [], value: { kind: 'omitted' } }],
    ]);
  });

  it('of another shape makes the record invalid', () => {
    expect(patch({ sourceRanges: 'all' })).toContain('unexpected shape');
  });
});

describe('a policy', () => {
  const setPolicy = (delta: JsonObject, policy: JsonObject = {}) =>
    event('cloudresourcemanager', 'SetIamPolicy', 'projects/shop-prod', policy, {
      details: { resourceName: 'projects/shop-prod', bindingDeltas: [delta] },
    });
  const role = 'roles/viewer';
  const member = 'user:ada@shop.example';
  const binding = estateOf({
    address: 'google_project_iam_binding.v',
    attributes: { id: `shop-prod/${role}`, role, members: [member] },
  });
  const elsewhere = estateOf({
    address: 'google_project_iam_binding.v',
    attributes: { id: `shop-test/${role}`, role, members: [member] },
  });

  it.each<[string, Estate, AuditEvent, string, string]>([
    [
      'adds to the binding of the role',
      binding,
      setPolicy({ action: 'ADD', role, member }),
      'binding',
      'add',
    ],
    ['takes from it', binding, setPolicy({ action: 'REMOVE', role, member }), 'binding', 'remove'],
    [
      'ends it with its last member',
      binding,
      setPolicy({ action: 'REMOVE', role, member }, { policy: { bindings: [] } }),
      'binding',
      'delete',
    ],
    [
      'makes a member elsewhere',
      elsewhere,
      setPolicy({ action: 'ADD', role, member }),
      'member',
      'create',
    ],
    [
      'tells a grant under a condition from one without',
      binding,
      setPolicy({ action: 'ADD', role, member, condition: { title: 't', expression: 'e' } }),
      'member',
      'create',
    ],
  ])('%s', (_, estate, one, style, kind) => {
    const changes = translate(one, estate);

    expect(
      typeof changes === 'string'
        ? changes
        : changes.map(([name, change]) => [name.split(' ')[0], change.kind]),
    ).toEqual([[`google_project_iam_${style}`, kind]]);
  });
});

describe('a service account', () => {
  const email = 'web@shop-prod.iam.gserviceaccount.com';
  const estate = estateOf({
    address: 'google_service_account.web',
    attributes: { id: `projects/shop-prod/serviceAccounts/${email}`, email, unique_id: '108' },
  });

  it('is known by its number where roles on it are given', () => {
    const delta = {
      action: 'ADD',
      role: 'roles/iam.serviceAccountUser',
      member: 'user:a@b.example',
    };
    const one = event(
      'iam',
      'SetIamPolicy',
      'projects/-/serviceAccounts/108',
      {},
      {
        details: { resourceName: 'projects/-/serviceAccounts/108', bindingDeltas: [delta] },
      },
    );
    const changes = translate(one, estate);

    expect(JSON.stringify(changes)).toContain(
      `projects/shop-prod/serviceAccounts/${email} roles/iam.serviceAccountUser user:a@b.example`,
    );
  });

  it('gets a key that no log has', () => {
    const one = event('iam', 'CreateServiceAccountKey', 'projects/-/serviceAccounts/108', {
      name: 'projects/shop-prod/serviceAccounts/108',
    });
    const changes = translate(one, estate);

    expect(typeof changes === 'string' ? changes : changes.map(([, { kind }]) => kind)).toEqual([
      'create',
      'set',
    ]);
    expect(JSON.stringify(changes)).toContain('"kind":"omitted"');
  });
});

describe('flow logs', () => {
  const id = 'projects/shop-prod/regions/europe-west3/subnetworks/apps';
  const block = [{ flow_sampling: 0.5 }];
  const subnetwork = (log_config: Json, ...declares: readonly string[]) =>
    estateOf({
      address: 'google_compute_subnetwork.apps',
      attributes: { id, name: 'apps', region: 'europe-west3', project: 'shop-prod', log_config },
      declares,
    });
  const patched = (request: JsonObject) => event('compute', 'subnetworks.patch', id, request);
  const details = { enable: true, flowSampling: 0.7 };
  const sampling = { 'log_config.0.flow_sampling': 0.7 };

  it.each<[string, Estate, JsonObject, JsonObject]>([
    [
      'are what the block says where the code has no flag',
      subnetwork([]),
      { enableFlowLogs: true, logConfig: details },
      sampling,
    ],
    [
      'are off where the newer member says so',
      subnetwork(block),
      { enableFlowLogs: true, logConfig: { enable: false } },
      { log_config: [] },
    ],
    [
      'that are switched off take the block along',
      subnetwork(block),
      { enableFlowLogs: false },
      { log_config: [] },
    ],
    ['that are on already stay', subnetwork(block), { enableFlowLogs: true }, {}],
    [
      'are a flag where nothing else is known',
      subnetwork([]),
      { enableFlowLogs: true },
      { enable_flow_logs: true },
    ],
    [
      'are the flag that the code has, and agree with the block',
      subnetwork(block, 'enable_flow_logs'),
      { enableFlowLogs: true, logConfig: { enable: false } },
      { enable_flow_logs: false, log_config: [] },
    ],
    [
      'are both where the code has both',
      subnetwork(block, 'enable_flow_logs'),
      { enableFlowLogs: true, logConfig: details },
      { enable_flow_logs: true, ...sampling },
    ],
  ])('%s', (_title, estate, request, expected) => {
    const changes = translate(patched(request), estate);

    expect(
      Object.fromEntries(
        (typeof changes === 'string' ? [] : changes).map(([, change]) =>
          change.kind === 'set' && change.value.kind === 'known'
            ? [change.path.join('.'), change.value.value]
            : [change.kind, null],
        ),
      ),
    ).toEqual(expected);
  });

  it('of a firewall are a block while they are on', () => {
    const name = 'projects/shop-prod/global/firewalls/ssh';
    const on = `google_compute_firewall ${name}`;
    const firewall = (logConfig: JsonObject) =>
      translate(event('compute', 'firewalls.patch', name, { logConfig }));

    expect(firewall({ enable: true, metadata: 'EXCLUDE_ALL_METADATA' })).toEqual([
      [on, ...sets({ 'log_config.0.metadata': 'EXCLUDE_ALL_METADATA' })],
    ]);
    expect(firewall({ enable: false })).toEqual([[on, ...sets({ log_config: [] })]]);
    expect(firewall({ enable: true })).toEqual([
      [on, { kind: 'set', path: ['log_config'], value: { kind: 'omitted' } }],
    ]);
  });
});

describe('a data set whose request the log does not show', () => {
  const name = 'projects/shop-prod/datasets/sales';
  const on = `google_bigquery_dataset ${name}`;
  const estate = estateOf({
    address: 'google_bigquery_dataset.sales',
    attributes: { id: name, description: 'sold', default_table_expiration_ms: 3600000 },
  });
  const shown = (dataset: JsonObject) =>
    translate(
      event(
        'bigquery',
        'DatasetService.UpdateDataset',
        name,
        {},
        {
          details: { metadata: { datasetChange: { reason: 'UPDATE', dataset } } },
          omitted: ['request'],
        },
      ),
      estate,
    );
  const unknown = [[on, { kind: 'set', path: [], value: { kind: 'omitted' } }]];

  it('is what the metadata shows', () => {
    expect(
      shown({ datasetInfo: { description: 'all sold' }, defaultTableExpireDuration: '7200s' }),
    ).toEqual(
      sets({ description: 'all sold', default_table_expiration_ms: 7200000 }).map((one) => [
        on,
        one,
      ]),
    );
  });

  it.each([{}, { datasetInfo: { description: 'sold' } }, { acl: { policy: {} } }])(
    'changed in a way that nobody sees where all shown is as it was: %j',
    (dataset) => {
      expect(shown(dataset)).toEqual(unknown);
    },
  );
});

describe('policies above projects', () => {
  const delta = { action: 'ADD', role: 'roles/viewer', member: 'user:eve@shop.example' };

  it.each([
    ['folders/12', 'SetIamPolicy', 'google_folder_iam_member', { folder: 'folders/12' }],
    ['folders/12', 'Folders.SetIamPolicy', 'google_folder_iam_member', { folder: 'folders/12' }],
    ['organizations/9', 'SetIamPolicy', 'google_organization_iam_member', { org_id: '9' }],
    ['projects/shop-prod', 'SetIamPolicy', 'google_project_iam_member', { project: 'shop-prod' }],
    ['shop-prod', 'SetIamPolicy', 'google_project_iam_member', { project: 'shop-prod' }],
  ])('are their own: %s by %s', (resource, operation, type, holder) => {
    const one = event(
      'cloudresourcemanager',
      operation,
      resource,
      { resource },
      {
        details: { bindingDeltas: [delta] },
      },
    );
    const changes = translate(one);

    expect(changes).toMatchObject([
      [
        expect.stringMatching(new RegExp(`^${type} `)),
        { kind: 'create', attributes: { ...holder, role: delta.role, member: delta.member } },
      ],
    ]);
  });
});

describe('a machine that starts or stops', () => {
  const id = 'projects/shop-prod/zones/europe-west3-a/instances/web';
  const instance = (...declares: readonly string[]) =>
    estateOf({
      address: 'google_compute_instance.web',
      attributes: { id, desired_status: 'RUNNING' },
      declares,
    });
  const stopped = event('compute', 'instances.stop', id, {}, { omitted: ['request'] });

  it('is no question, whatever the log leaves out', () => {
    expect(translate(stopped, instance())).toEqual([]);
    expect(translate(stopped, instance('desired_status'))).toEqual(
      sets({ desired_status: 'TERMINATED' }).map((one) => [`google_compute_instance ${id}`, one]),
    );
  });
});
