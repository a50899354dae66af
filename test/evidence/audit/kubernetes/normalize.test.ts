import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../src/model/event.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { event, normalized, place, reference, uri } from './events.ts';

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

  it('takes a server-generated name from the response', () => {
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
  ])('says what is omitted because of %s', (_name, over, omitted) => {
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
