import { describe, expect, it } from 'vitest';
import { gcpEntries } from '../../../src/catalog/gcp/all.ts';
import type { Estate } from '../../../src/catalog/types.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { sets } from '../changes.ts';
import { auditEvent, changesOf, estateOf } from '../event.ts';

/** An event of a project; `resource` is the name that the log has. */
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

  it('of something else is not taken for nothing', () => {
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
