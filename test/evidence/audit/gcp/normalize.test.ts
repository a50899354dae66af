import { describe, expect, it } from 'vitest';
import { canonicalMethod, classifyMethod } from '../../../../src/evidence/audit/gcp/method.ts';
import type { Caller } from '../../../../src/model/event.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { read } from '../read.ts';
import { entry, eventOf, lines, logNamed } from './entries.ts';

describe('an entry', () => {
  it('becomes an event', async () => {
    const event = await eventOf(entry());

    expect(event).toMatchObject({
      cloud: 'gcp',
      scope: 'shop-prod',
      region: 'global',
      time: '2026-03-01T10:00:00.123456Z',
      service: 'compute.googleapis.com',
      operation: 'firewalls.patch',
      outcome: 'success',
      request: { priority: '900' },
      response: {},
      omitted: [],
      place: { file: 'log.json', record: 0 },
    });
    expect(event.id).toMatch(/^a1b2c3~[0-9a-f]{8}$/);
    expect(event.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(event.details).toMatchObject({
      methodName: 'v1.compute.firewalls.patch',
      resourceName: 'projects/shop-prod/global/firewalls/web',
      resource: { type: 'gce_firewall_rule' },
      authorizationInfo: [{ permission: 'compute.firewalls.update' }],
    });
  });

  it('may have its names spelled as in a data lake', async () => {
    const { logName, insertId, ...rest } = entry({
      '@type': undefined,
      at_sign_type: 'x/AuditLog',
    });
    const event = await eventOf({ ...rest, logname: logName ?? '', insertid: insertId ?? '' });

    expect(event.id).toBe((await eventOf(entry())).id);
  });
});

describe('a method', () => {
  it.each([
    ['compute', 'v1.compute.firewalls.insert', 'firewalls.insert'],
    ['compute', 'beta.compute.firewalls.insert', 'firewalls.insert'],
    ['compute', 'alpha.compute.regionBackendServices.patch', 'regionBackendServices.patch'],
    ['compute', 'compute.instances.migrateOnHostMaintenance', 'instances.migrateOnHostMaintenance'],
    ['storage', 'storage.buckets.update', 'buckets.update'],
    ['storage', 'google.storage.buckets.update', 'buckets.update'],
    ['storage', 'storage.setIamPermissions', 'setIamPermissions'],
    ['cloudresourcemanager', 'SetIamPolicy', 'SetIamPolicy'],
    ['iam', 'google.iam.admin.v1.SetIAMPolicy', 'SetIamPolicy'],
    ['iam', 'google.iam.admin.v1.CreateServiceAccount', 'CreateServiceAccount'],
    [
      'container',
      'google.container.v1beta1.ClusterManager.CreateCluster',
      'ClusterManager.CreateCluster',
    ],
    ['container', 'google.container.v1.ClusterManager.SetLabels', 'ClusterManager.SetLabels'],
    ['run', '/Services.ReplaceService', 'Services.ReplaceService'],
    [
      'vision',
      'google.cloud.vision.v1p4beta1.ProductSearch.CreateProduct',
      'ProductSearch.CreateProduct',
    ],
    ['dataflow', 'google.dataflow.v1b3.Jobs.UpdateJob', 'Jobs.UpdateJob'],
    [
      'appengine',
      'Google.Appengine.V1.Services.UpdateService',
      'Appengine.V1.Services.UpdateService',
    ],
    ['logging', 'google.logging.v2.ConfigServiceV2.UpdateSink', 'ConfigServiceV2.UpdateSink'],
    ['k8s', 'io.k8s.apps.v1.deployments.patch', 'apps.deployments.patch'],
    ['cloudsql', 'cloudsql.instances.update', 'instances.update'],
  ])('of %s: %s is %s', (service, method, operation) => {
    expect(canonicalMethod(`${service}.googleapis.com`, method)).toBe(operation);
  });

  it.each([
    ['firewalls.get', 'reads'],
    ['firewalls.aggregatedList', 'reads'],
    ['GetProject', 'reads'],
    ['instances.getIamPolicy', 'reads'],
    ['firewalls.insert', 'writes'],
    ['instances.setMetadata', 'writes'],
    ['Publisher.CreateTopic', 'writes'],
    ['Operations.CancelOperation', 'writes'],
    ['firewalls.delete', 'deletes'],
    ['SecretManagerService.DestroySecretVersion', 'deletes'],
    ['PredictionService.Predict', 'unknown'],
    ['settings.update', 'writes'],
    ['gettyImages.frob', 'unknown'],
  ])('%s %s', (operation, verb) => {
    expect(classifyMethod(operation)).toBe(verb);
  });
});

describe('the scope and the region', () => {
  it.each<[string, JsonObject, string, string]>([
    [
      'of a folder',
      entry({}, { logName: logNamed('activity', 'folders/12') }),
      'folders/12',
      'global',
    ],
    [
      'of an organization',
      entry({}, { logName: logNamed('activity', 'organizations/9') }),
      'organizations/9',
      'global',
    ],
    [
      'of a project known by number',
      entry({}, { logName: logNamed('activity', 'projects/4711') }),
      'shop-prod',
      'global',
    ],
    [
      'of a project of a domain',
      entry({}, { logName: logNamed('activity', 'projects/example.com:shop') }),
      'example.com:shop',
      'global',
    ],
    [
      'of a zone',
      entry({ resourceLocation: { currentLocations: ['europe-west3-b'] } }),
      'shop-prod',
      'europe-west3',
    ],
    [
      'of a multi-region',
      entry({ resourceLocation: { currentLocations: ['eu'] } }),
      'shop-prod',
      'eu',
    ],
    [
      'by name alone',
      entry({ resourceName: 'projects/shop-prod/regions/us-east1/addresses/a' }),
      'shop-prod',
      'us-east1',
    ],
    [
      'by label',
      entry({}, { resource: { type: 'gke_cluster', labels: { location: 'us-west1-a' } } }),
      'shop-prod',
      'us-west1',
    ],
  ])('%s', async (_, one, scope, region) => {
    expect(await eventOf(one)).toMatchObject({ scope, region });
  });
});

describe('the caller', () => {
  const pool = 'iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/ci';
  const robot = 'deploy@shop-prod.iam.gserviceaccount.com';
  it.each<[string, JsonObject, Partial<Caller>]>([
    [
      'a person',
      { principalEmail: 'ada@shop.example' },
      { type: 'User', principal: 'ada@shop.example' },
    ],
    [
      'a person by subject only',
      { principalSubject: 'user:ada@shop.example' },
      { type: 'User', principal: 'ada@shop.example' },
    ],
    [
      'a service account with a key',
      {
        principalEmail: robot,
        serviceAccountKeyName: `//iam.googleapis.com/projects/p/serviceAccounts/${robot}/keys/0a1b`,
      },
      { type: 'ServiceAccount', principal: robot, account: 'shop-prod', accessKeyId: '0a1b' },
    ],
    [
      'a service account of a project in a domain',
      { principalEmail: 'deploy@shop.example.com.iam.gserviceaccount.com' },
      { type: 'ServiceAccount', account: 'example.com:shop' },
    ],
    [
      'a default account',
      { principalEmail: '123-compute@developer.gserviceaccount.com' },
      { type: 'ServiceAccount' },
    ],
    [
      'an agent of Google',
      { principalEmail: 'service-1@gcp-sa-cloudbuild.iam.gserviceaccount.com' },
      { type: 'ServiceAgent' },
    ],
    [
      'a hand of Cloud Storage',
      { principalEmail: 'cloud-storage-x@system.gserviceaccount.com' },
      { type: 'ServiceAgent' },
    ],
    [
      'an account named like an agent in a project of ours',
      { principalEmail: 'service-1@shop-system.iam.gserviceaccount.com' },
      { type: 'ServiceAccount', account: 'shop-system' },
    ],
    [
      'a workload of a pool',
      { principalSubject: `principal://${pool}/subject/repo:shop/infra` },
      { type: 'Federated', federatedBy: pool, userName: 'repo:shop/infra' },
    ],
    [
      'a person behind a service account',
      {
        principalEmail: robot,
        serviceAccountDelegationInfo: [
          { firstPartyPrincipal: { principalEmail: 'ada@shop.example' } },
          { principalSubject: 'serviceAccount:mid@shop-prod.iam.gserviceaccount.com' },
          { thirdPartyPrincipal: { thirdPartyClaims: {} } },
        ],
      },
      {
        type: 'ServiceAccount',
        delegation: [
          'ada@shop.example',
          'serviceAccount:mid@shop-prod.iam.gserviceaccount.com',
          'third party',
        ],
      },
    ],
    ['nobody that is named', {}, { type: 'Unknown', principal: 'unknown' }],
  ])('is %s', async (_, authenticationInfo, expected) => {
    expect((await eventOf(entry({ authenticationInfo }))).caller).toMatchObject(expected);
  });

  it('is never reported as from the console, whatever the user agent', async () => {
    const requestMetadata = { callerSuppliedUserAgent: 'Mozilla/5.0,gzip(gfe),gzip(gfe)' };
    const { caller } = await eventOf(entry({ requestMetadata }));

    expect(caller).toMatchObject({ userAgent: 'Mozilla/5.0', fromConsole: false, sourceIp: '' });
  });

  it('is the system in the system event log', async () => {
    const { caller } = await eventOf(entry({}, { logName: logNamed('system_event') }));

    expect(caller.type).toBe('System');
  });
});

describe('the outcome', () => {
  const denied = { code: 7, message: 'PERMISSION_DENIED' };
  it.each<[string, JsonObject, { outcome: string; errorCode?: string }]>([
    ['an empty status', entry({ status: {} }), { outcome: 'success' }],
    [
      'a status with a message only',
      entry({ status: { message: 'Moved.' } }),
      { outcome: 'success' },
    ],
    ['a code 0', entry({ status: { code: 0 } }), { outcome: 'success' }],
    ['a denial', entry({ status: denied }), { outcome: 'failure', errorCode: 'PERMISSION_DENIED' }],
    [
      'a code as text',
      entry({ status: { code: '9' } }),
      { outcome: 'failure', errorCode: 'FAILED_PRECONDITION' },
    ],
    [
      'a code of another kind',
      entry({ status: { code: 409 } }),
      { outcome: 'failure', errorCode: 'STATUS_409' },
    ],
    [
      'an odd code',
      entry({ status: { code: { a: 1 } } }),
      { outcome: 'failure', errorCode: 'STATUS_UNKNOWN' },
    ],
    ['an error in severity only', entry({}, { severity: 'ERROR' }), { outcome: 'failure' }],
    [
      'an error in the response',
      entry({ response: { error: { errors: [{ code: 'RESOURCE_IN_USE' }] } } }),
      { outcome: 'failure', errorCode: 'RESOURCE_IN_USE' },
    ],
    ['a validation', entry({ request: { validateOnly: true, a: 1 } }), { outcome: 'dry-run' }],
    [
      'a perimeter on trial',
      entry({ status: denied, metadata: { dryRun: true } }, { logName: logNamed('policy') }),
      { outcome: 'dry-run', errorCode: 'PERMISSION_DENIED' },
    ],
    [
      'a policy whose own trial is set',
      entry({ request: { policy: { dryRunSpec: { rules: [] } } } }),
      { outcome: 'success' },
    ],
  ])('of %s', async (_, one, expected) => {
    const { outcome, errorCode } = await eventOf(one);

    expect({ outcome, ...(errorCode === undefined ? {} : { errorCode }) }).toEqual(expected);
  });
});

describe('what the log leaves out or adds', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['a request of nothing but its type', entry({ request: { '@type': 'x' } }), ['request']],
    ['no request', entry({ request: undefined }), ['request']],
    [
      'no request of a deletion',
      entry({ request: undefined, methodName: 'v1.compute.firewalls.delete' }),
      [],
    ],
    ['a request that is not an object', entry({ request: 'cut' }), ['request']],
    ['a response that is not an object', entry({ response: [1] }), ['response']],
  ])('%s', async (_, one, omitted) => {
    expect((await eventOf(one)).omitted).toEqual(omitted);
  });

  it.each<[string, JsonObject]>([
    ['service data', { serviceData: { policyDelta: { bindingDeltas: [{ action: 'ADD' }] } } }],
    ['metadata', { metadata: { datasetChange: { bindingDeltas: [{ action: 'ADD' }] } } }],
  ])('the deltas of a policy in %s', async (_, parts) => {
    const { details } = await eventOf(entry({ methodName: 'SetIamPolicy', ...parts }));

    expect(details).toMatchObject({ ...parts, bindingDeltas: [{ action: 'ADD' }] });
  });

  it('the keys of metadata that changed', async () => {
    const metadata = { instanceMetadataDelta: { addedMetadataKeys: ['ssh-keys'] } };
    const request = { '@type': 'type.googleapis.com/compute.instances.setMetadata' };
    const event = await eventOf(entry({ metadata, request }));

    expect(event).toMatchObject({ details: { metadata }, omitted: ['request'] });
  });
});

describe('an entry that is no change', () => {
  const write = [{ permission: 'x', permissionType: 'DATA_WRITE' }];
  const look = [{ permission: 'x', permissionType: 'ADMIN_READ' }];
  const data = { logName: logNamed('data_access') };
  it.each<[string, JsonObject, string]>([
    ['reads by its name', entry({ methodName: 'v1.compute.firewalls.list' }, data), 'read-only'],
    [
      'reads by its permission',
      entry({ methodName: 'Frob', authorizationInfo: look }),
      'read-only',
    ],
    [
      'is a denied read',
      entry({ methodName: 'google.storage.buckets.get' }, { logName: logNamed('policy') }),
      'read-only',
    ],
    ['uses a service', entry({ methodName: 'Predict' }, data), 'data-access'],
    ['is a sign-in', entry({ serviceName: 'login.googleapis.com' }), 'sign-in'],
    [
      'is of an application',
      { insertId: 'x', logName: 'projects/p/logs/stdout', textPayload: 'hi' },
      'not-audit',
    ],
    [
      'has another payload',
      entry(
        { '@type': 'type.googleapis.com/google.appengine.logging.v1.RequestLog' },
        { logName: undefined },
      ),
      'not-audit',
    ],
    ['failed', entry({ status: { code: 7 } }), 'failed'],
    ['is a trial', entry({ request: { dryRun: true } }), 'dry-run'],
  ])('%s', async (_, one, reason) => {
    expect((await read(lines([one]))).counts).toMatchObject({
      read: 1,
      kept: 0,
      dropped: { [reason]: 1 },
    });
  });

  it.each<[string, JsonObject]>([
    ['by its permission', entry({ methodName: 'Frob', authorizationInfo: write }, data)],
    ['by its name', entry({ methodName: 'storage.objects.create' }, data)],
  ])('is told from a change in the data access log %s', async (_, one) => {
    expect((await read(lines([one]))).counts.kept).toBe(1);
  });
});
