import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { formatPath } from '../../../../src/model/path.ts';
import { objectDifferences } from '../../../../src/providers/kubernetes/values/difference.ts';

interface Row {
  readonly title: string;
  readonly type?: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly paths: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'null, absent and empty are the same',
    before: { spec: { a: null, b: [], c: {} } },
    after: { spec: {} },
    paths: [],
  },
  {
    title: 'a default is as good as absent',
    before: { spec: {} },
    after: { spec: { replicas: 1, strategy: { type: 'RollingUpdate' } } },
    paths: [],
  },
  {
    title: 'another value than the default is not',
    before: { spec: {} },
    after: { spec: { replicas: 2, strategy: { type: 'Recreate' } } },
    paths: ['spec.replicas', 'spec.strategy.type'],
  },
  {
    title: 'quantities are compared as such only where they are some',
    before: { metadata: { labels: { size: '1Gi' } }, spec: { limits: { memory: '1Gi' } } },
    after: { metadata: { labels: { size: '1024Mi' } }, spec: { limits: { memory: '1024Mi' } } },
    paths: ['metadata.labels.size'],
  },
  {
    title: 'numbers as texts',
    before: { spec: { port: 8080 } },
    after: { spec: { port: '8080' } },
    paths: [],
  },
  {
    title: 'the order of named elements means nothing',
    before: { spec: { containers: [{ name: 'a' }, { name: 'b' }] } },
    after: { spec: { containers: [{ name: 'b', image: 'x' }, { name: 'a' }] } },
    paths: ['spec.containers[{name="b"}].image'],
  },
  {
    title: 'the order of arguments does',
    before: { spec: { containers: [{ name: 'a', args: ['x', 'y'] }] } },
    after: { spec: { containers: [{ name: 'a', args: ['y', 'x'] }] } },
    paths: ['spec.containers[{name="a"}].args'],
  },
  {
    title: 'elements that come and go',
    before: { spec: { volumes: [{ name: 'a', emptyDir: {} }] } },
    after: { spec: { volumes: [{ name: 'b', emptyDir: {} }] } },
    paths: ['spec.volumes[{name="a"}]', 'spec.volumes[{name="b"}]'],
  },
  {
    title: 'the number of a port by its name',
    type: 'core/Service',
    before: {
      spec: {
        ports: [
          { name: 'http', port: 80 },
          { name: 'tls', port: 443 },
        ],
      },
    },
    after: {
      spec: {
        ports: [
          { name: 'http', port: 81 },
          { name: 'tls', port: 443, protocol: 'TCP' },
        ],
      },
    },
    paths: ['spec.ports[{name="http"}].port'],
  },
  {
    title: 'verbs of a role are a set',
    type: 'rbac.authorization.k8s.io/Role',
    before: { rules: [{ verbs: ['get', 'list'] }] },
    after: { rules: [{ verbs: ['list', 'get'] }] },
    paths: [],
  },
  {
    title: 'what is of the server never counts',
    before: { metadata: { name: 'a' } },
    after: {
      metadata: {
        name: 'a',
        uid: 'u',
        managedFields: [{}],
        annotations: { 'deployment.kubernetes.io/revision': '2' },
      },
      status: { replicas: 1 },
    },
    paths: [],
  },
];

describe('what differs between two versions of an object', () => {
  it.each(rows)('$title', ({ type = 'apps/Deployment', before, after, paths }) => {
    expect(objectDifferences(type, before, after).map(({ path }) => formatPath(path))).toEqual(
      paths,
    );
    expect(objectDifferences(type, after, before).length > 0).toBe(paths.length > 0);
  });
});
