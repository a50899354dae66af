import { describe, expect, it } from 'vitest';
import { normalizeKubernetes } from '../../../src/audit/kubernetes/normalize.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { record } from './records.ts';

const source = { cluster: 'prod', digest: 'd' };
const place = { file: 'audit.log', record: 3 };

function normalized(over: JsonObject) {
  return normalizeKubernetes(record(over), source, place);
}

function event(over: JsonObject = {}): AuditEvent {
  const result = normalized(over);
  if (result.kind !== 'event') throw new Error(JSON.stringify(result));
  return result.event;
}

function uri(query: string): JsonObject {
  return { requestURI: `/apis/apps/v1/namespaces/shop/deployments/web${query}` };
}

const reference = { resource: 'deployments', namespace: 'shop', name: 'web', apiGroup: 'apps' };

describe('an audit event', () => {
  it('becomes an event', () => {
    expect(event()).toMatchObject({
      id: '5d3c4f4e-0001',
      cloud: 'kubernetes',
      scope: 'prod',
      time: '2026-03-01T10:00:00.123456Z',
      service: 'apps',
      operation: 'patch deployments',
      outcome: 'success',
      omitted: [],
      digest: 'd',
      place,
      request: {
        verb: 'patch',
        target: { group: 'apps', resource: 'deployments', namespace: 'shop', name: 'web' },
        fieldManager: 'kubectl-edit',
        patch: 'merge',
        body: { spec: { replicas: 5 } },
      },
      response: { spec: { replicas: 5 } },
      details: { level: 'RequestResponse', user: { groups: ['system:authenticated'] } },
    });
  });

  it.each<[string, JsonObject, string]>([
    ['scale', { objectRef: { ...reference, subresource: 'scale' } }, 'patch deployments/scale'],
    ['status', { objectRef: { ...reference, subresource: 'status' } }, 'patch deployments/status'],
    [
      'binding',
      { verb: 'create', objectRef: { resource: 'pods', subresource: 'binding', name: 'web-1' } },
      'create pods/binding',
    ],
    [
      'eviction',
      { verb: 'create', objectRef: { resource: 'pods', subresource: 'eviction', name: 'web-1' } },
      'create pods/eviction',
    ],
    ['a collection', { verb: 'deletecollection' }, 'deletecollection deployments'],
  ])('names the subresource: %s', (_name, over, operation) => {
    expect(event(over).operation).toBe(operation);
  });

  it('takes the name that the server chose from the response', () => {
    const over = {
      verb: 'create',
      objectRef: { resource: 'pods', namespace: 'shop', apiVersion: 'v1' },
      requestObject: { metadata: { generateName: 'job-' } },
      responseObject: { metadata: { name: 'job-x7k' } },
    };
    expect(event(over).request).toMatchObject({ target: { name: 'job-x7k', group: '' } });
    expect(event({ ...over, responseObject: null }).request['target']).not.toHaveProperty('name');
  });

  it.each<[string, JsonObject, AuditEvent['outcome'], string | undefined]>([
    ['a refusal', { responseStatus: { code: 403, reason: 'Forbidden' } }, 'failure', 'Forbidden'],
    ['a conflict', { responseStatus: { code: 409 } }, 'failure', '409'],
    ['a word', { responseStatus: { status: 'Success' } }, 'success', undefined],
    ['a panic', { stage: 'Panic', responseStatus: { code: 200 } }, 'failure', 'Panic'],
    ['a dry run', uri('?dryRun=All&fieldManager=x'), 'dry-run', undefined],
    [
      'a failed dry run',
      { ...uri('?dryRun=All'), responseStatus: { code: 422 } },
      'failure',
      '422',
    ],
    [
      'a deletion on trial',
      { verb: 'delete', requestObject: { dryRun: ['All'] } },
      'dry-run',
      undefined,
    ],
    ['a patch that speaks of dryRun', { requestObject: { dryRun: ['All'] } }, 'success', undefined],
  ])('has the outcome of %s', (_name, over, outcome, errorCode) => {
    expect(event(over)).toMatchObject({
      outcome,
      ...(errorCode === undefined ? {} : { errorCode }),
    });
  });

  it.each<[string, JsonObject, AuditEvent['omitted']]>([
    [
      'the level',
      { level: 'Metadata', requestObject: null, responseObject: null },
      ['request', 'response'],
    ],
    ['a request only', { level: 'Request', responseObject: null }, ['response']],
    [
      'the size, with a word',
      {
        requestObject: 'skipped-too-big-size-object',
        responseObject: 'skipped-too-big-size-object',
      },
      ['request', 'response'],
    ],
    [
      'the size, with an annotation',
      {
        verb: 'delete',
        requestObject: null,
        responseObject: null,
        annotations: { 'audit.k8s.io/truncated': 'true' },
      },
      ['request', 'response'],
    ],
    ['nothing: a deletion needs no body', { verb: 'delete', requestObject: null }, []],
  ])('says what is left out because of %s', (_name, over, omitted) => {
    expect(event(over).omitted).toEqual(omitted);
  });

  it('lets no secret through', () => {
    const secret = event({
      objectRef: { resource: 'secrets', namespace: 'shop', name: 'db', apiVersion: 'v1' },
      requestObject: { data: { password: 'aHVudGVyMg==' } },
      responseObject: { data: { password: 'aHVudGVyMg==' } },
    });
    expect(JSON.stringify(secret)).not.toContain('aHVudGVyMg');
    expect(secret).toMatchObject({ omitted: ['request', 'response'], details: { withheld: true } });
  });

  it.each<[string, JsonObject, string]>([
    ['a read', { verb: 'list' }, 'read-only'],
    ['a watch, from its start', { verb: 'watch', stage: 'ResponseStarted' }, 'read-only'],
    ['a request received', { stage: 'RequestReceived' }, 'stage'],
    ['a response begun', { stage: 'ResponseStarted' }, 'stage'],
    [
      'exec',
      { verb: 'create', objectRef: { resource: 'pods', subresource: 'exec' } },
      'connection',
    ],
    [
      'a path behind a proxy',
      { verb: 'create', objectRef: { resource: 'services', subresource: 'proxy/a/b' } },
      'connection',
    ],
    [
      'a token',
      { verb: 'create', objectRef: { resource: 'serviceaccounts', subresource: 'token' } },
      'token',
    ],
    [
      'a question about rights',
      {
        verb: 'create',
        objectRef: { resource: 'selfsubjectaccessreviews', apiGroup: 'authorization.k8s.io' },
      },
      'read-only',
    ],
    ['a health check', { verb: 'post', objectRef: null }, 'non-resource'],
  ])('drops %s', (_name, over, reason) => {
    expect(normalized(over)).toEqual({ kind: 'drop', reason });
  });

  it.each<[string, JsonObject, string]>([
    ['an unknown version', { apiVersion: 'audit.k8s.io/v1alpha1' }, 'record-version'],
    ['an unknown stage', { stage: 'Done' }, 'record-stage'],
    ['no level', { level: null }, 'record-level'],
    ['no id', { auditID: '' }, 'record-id'],
    ['no verb', { verb: null }, 'record-verb'],
    ['an unknown verb', { verb: 'frobnicate' }, 'record-verb'],
    ['no user', { user: {} }, 'record-user'],
    ['no time', { stageTimestamp: null }, 'record-time'],
    ['an impossible time', { stageTimestamp: '2026-13-01T00:00:00Z' }, 'record-time'],
    ['an object without resource', { objectRef: { name: 'web' } }, 'record-target'],
    ['a name that leads elsewhere', { objectRef: { ...reference, name: '../x' } }, 'record-target'],
    ['no URI', { requestURI: null }, 'record-uri'],
    ['no outcome', { responseStatus: null }, 'record-outcome'],
    ['a response that went on', { responseStatus: { code: 101 } }, 'record-outcome'],
  ])('refuses %s', (_name, over, code) => {
    const result = normalized(over);
    expect(result).toMatchObject({ kind: 'invalid', problem: { code, place } });
  });

  it('reads records of v1beta1 and elements of lists', () => {
    expect(event({ apiVersion: 'audit.k8s.io/v1beta1' }).outcome).toBe('success');
    expect(
      event({ apiVersion: null, stageTimestamp: null, timestamp: '2026-03-01T12:00:00+02:00' })
        .time,
    ).toBe('2026-03-01T10:00:00.000000Z');
  });
});

describe('a caller', () => {
  const hpa = 'system:serviceaccount:kube-system:horizontal-pod-autoscaler';
  it.each<[string, JsonObject, JsonObject]>([
    ['a person', {}, { type: 'User', principal: 'jane', sourceIp: '10.0.0.7' }],
    [
      'a service account',
      { user: { username: hpa } },
      {
        type: 'ServiceAccount',
        principal: hpa,
        userName: 'kube-system/horizontal-pod-autoscaler',
      },
    ],
    ['a node', { user: { username: 'system:node:n1' } }, { type: 'Node' }],
    ['anybody', { user: { username: 'system:anonymous' } }, { type: 'Anonymous' }],
    [
      'somebody who poses as a controller',
      { impersonatedUser: { username: hpa } },
      { type: 'User', principal: 'jane', sessionName: hpa },
    ],
    [
      'a role of AWS',
      {
        user: {
          username: 'arn:aws:sts::123456789012:assumed-role/deploy/ci-7',
          extra: { accessKeyId: ['ASIAX'], sessionName: ['ci-7'] },
        },
      },
      {
        principal: 'arn:aws:iam::123456789012:role/deploy',
        account: '123456789012',
        sessionName: 'ci-7',
        accessKeyId: 'ASIAX',
      },
    ],
  ])('is %s', (_name, over, caller) => {
    expect(event(over).caller).toMatchObject(caller);
  });
});

describe('a patch', () => {
  const containers = [{ name: 'web', image: 'web:2' }];
  const owned = (manager: string, operation: string): JsonObject => ({
    metadata: { managedFields: [{ manager, operation }] },
  });
  it.each<[string, JsonObject, string]>([
    [
      'operations',
      { requestObject: [{ op: 'replace', path: '/spec/replicas', value: 3 }] },
      'json',
    ],
    ['force', { ...uri('?fieldManager=argocd&force=true') }, 'apply'],
    ['force that is false', { ...uri('?fieldManager=argocd&force=false') }, 'apply'],
    [
      'a directive inside',
      { requestObject: { spec: { '$setElementOrder/containers': [{ name: 'web' }] } } },
      'strategic',
    ],
    [
      'an owner that applied',
      { ...uri('?fieldManager=flux'), responseObject: owned('flux', 'Apply') },
      'apply',
    ],
    [
      'an owner that updated, in spite of a whole object',
      {
        ...uri('?fieldManager=op'),
        requestObject: { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 2 } },
        responseObject: owned('op', 'Update'),
      },
      'merge',
    ],
    [
      'a whole object and a manager',
      {
        ...uri('?fieldManager=op'),
        requestObject: { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 2 } },
      },
      'apply',
    ],
    ['no list, which is the same either way', {}, 'merge'],
    [
      'a list of a type of the cluster',
      {
        objectRef: { ...reference, apiGroup: 'argoproj.io', resource: 'rollouts' },
        ...uri('?fieldManager=x'),
        requestObject: { spec: { containers } },
      },
      'merge',
    ],
    [
      'a list of a built-in type by kubectl set',
      { ...uri('?fieldManager=kubectl-set'), requestObject: { spec: { containers } } },
      'strategic',
    ],
    [
      'a list of a built-in type by anybody',
      { ...uri('?fieldManager=kubectl-patch'), requestObject: { spec: { containers } } },
      'either',
    ],
  ])('is told by %s', (_name, over, patch) => {
    expect(event(over).request['patch']).toBe(patch);
  });

  it('that the log does not show has no form', () => {
    expect(event({ level: 'Metadata', requestObject: null }).request).not.toHaveProperty('patch');
  });
});
