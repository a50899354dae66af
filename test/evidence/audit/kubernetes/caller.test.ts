import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { event, reference, uri } from './events.ts';

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
    [
      'a role of AWS under a name that a session may choose',
      {
        user: {
          username: 'admin:horizontal-pod-autoscaler',
          groups: ['system:masters'],
          extra: {
            arn: ['arn:aws:sts::123456789012:assumed-role/ops/jane'],
            canonicalArn: ['arn:aws:iam::123456789012:role/ops'],
            sessionName: ['jane'],
          },
        },
      },
      {
        type: 'User',
        principal: 'arn:aws:iam::123456789012:role/ops',
        account: '123456789012',
        userName: 'admin:horizontal-pod-autoscaler',
        sessionName: 'jane',
        groups: ['system:masters'],
      },
    ],
    [
      'a service account, whatever else the record says of it',
      { user: { username: hpa, extra: { arn: ['arn:aws:iam::1:role/x'] } } },
      { type: 'ServiceAccount', principal: hpa },
    ],
    ['a client with a field manager', uri('?fieldManager=Terraform'), { manager: 'Terraform' }],
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
  ])('is known by %s', (_name, over, patch) => {
    expect(event(over).request['patch']).toBe(patch);
  });

  it('has no form if the log does not show it', () => {
    expect(event({ level: 'Metadata', requestObject: null }).request).not.toHaveProperty('patch');
  });
});
