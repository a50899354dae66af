import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { ObjectAction } from '../../../../src/model/object-change.ts';
import { type Live, perform } from '../../../../src/providers/kubernetes/changes/perform.ts';
import { objectValueAt } from '../../../../src/providers/kubernetes/values/at.ts';
import { isHiddenObject } from '../../../../src/providers/kubernetes/values/hidden.ts';

const type = 'apps/Deployment';
const web: JsonObject = {
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas: 3,
    template: {
      spec: {
        containers: [{ name: 'web', image: 'web:1', env: [{ name: 'A', value: '1' }] }],
        tolerations: [{ key: 'x' }],
      },
    },
  },
};
const image = ['spec', 'template', 'spec', 'containers', { element: { name: 'web' } }, 'image'];
const env = ['spec', 'template', 'spec', 'containers', { element: { name: 'web' } }, 'env'];
const containers = ['spec', 'template', 'spec', 'containers'];

function liveAfter(actions: readonly ObjectAction[], shown?: JsonObject): JsonObject | undefined {
  const start: Live = { value: web, applied: new Map() };
  return actions.reduce<Live>(
    (live, action) =>
      perform(type, live, { action, ...(shown === undefined ? {} : { after: shown }) }, web),
    start,
  ).value;
}

const patch = (
  form: 'json' | 'either' | 'apply' | 'strategic',
  body: JsonObject | readonly JsonObject[],
  manager = 'm',
): ObjectAction => ({
  kind: 'patch',
  form,
  body,
  manager,
});

describe('an element without its name', () => {
  it.each(['strategic', 'apply'] as const)('hides its list: %s', (form) => {
    const body = { spec: { template: { spec: { containers: [{ image: 'web:2' }] } } } };

    expect(isHiddenObject(objectValueAt(liveAfter([patch(form, body)]), containers))).toBe(true);
  });
});

it('keeps a selector of everything that comes with a rule', () => {
  const rule = { from: [{ namespaceSelector: {} }] };
  const body = { metadata: { name: 'web' }, spec: { podSelector: {}, ingress: [rule] } };
  const first = { metadata: { name: 'web' }, spec: { podSelector: {} } };
  const live = { value: first, applied: new Map() };
  const action = { kind: 'replace', body } as const;

  expect(perform('networking.k8s.io/NetworkPolicy', live, { action }, first).value).toEqual(body);
});

describe('a patch that can be read in two ways', () => {
  const either = patch('either', {
    spec: { replicas: 5, template: { spec: { containers: [{ name: 'web', image: 'web:2' }] } } },
  });

  it('is known where both agree, and hidden where not', () => {
    const value = liveAfter([either]);

    expect(objectValueAt(value, ['spec', 'replicas'])).toBe(5);
    expect(isHiddenObject(objectValueAt(value, containers))).toBe(true);
  });

  it('is what the response shows', () => {
    const shown = {
      metadata: { name: 'web' },
      spec: { template: { spec: { containers: [{ name: 'web', image: 'web:2' }] } } },
    };

    expect(objectValueAt(liveAfter([either], shown), image)).toBe('web:2');
    expect(objectValueAt(liveAfter([either], shown), env)).toBeUndefined();
  });
});

describe('a JSON patch', () => {
  it('whose value the log leaves out hides what it sets, and takes nothing away', () => {
    const value = liveAfter([patch('json', [{ op: 'replace', path: '/spec/replicas' }])]);

    expect(isHiddenObject(objectValueAt(value, ['spec', 'replicas']))).toBe(true);
    const paused = patch('json', [{ op: 'add', path: '/spec/paused', value: null }]);
    expect(liveAfter([paused])).toMatchObject({ spec: { paused: null } });
  });

  it('whose test does not hold hides the lists that it reaches into', () => {
    const value = liveAfter([
      patch('json', [
        { op: 'test', path: '/spec/template/spec/containers/0/name', value: 'proxy' },
        { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'x' },
        { op: 'replace', path: '/spec/replicas', value: 4 },
      ]),
    ]);

    expect(isHiddenObject(objectValueAt(value, containers))).toBe(true);
    expect(objectValueAt(value, ['spec', 'replicas'])).toBe(4);
  });

  it('moves and copies', () => {
    const value = liveAfter([
      patch('json', [
        { op: 'copy', from: '/metadata/labels/app', path: '/metadata/labels/tier' },
        { op: 'move', from: '/metadata/labels/app', path: '/metadata/labels/old' },
      ]),
    ]);

    expect(objectValueAt(value, ['metadata', 'labels'])).toEqual({ tier: 'web', old: 'web' });
  });
});

describe('a server-side apply', () => {
  const apply = (container: JsonObject, manager = 'console'): ObjectAction =>
    patch(
      'apply',
      { kind: 'Deployment', spec: { template: { spec: { containers: [container] } } } },
      manager,
    );

  it('adds to what is there', () => {
    const value = liveAfter([apply({ name: 'web', env: [{ name: 'B', value: '2' }] })]);

    expect(objectValueAt(value, env)).toEqual([
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ]);
  });

  it('removes only what the same manager applied before', () => {
    const first = apply({ name: 'web', env: [{ name: 'B', value: '2' }], stdin: true });
    const second = apply({ name: 'web', image: 'web:3' });
    const value = liveAfter([first, second]);

    expect(objectValueAt(value, env)).toEqual([{ name: 'A', value: '1' }]);
    expect(objectValueAt(value, image)).toBe('web:3');
    const other = liveAfter([first, apply({ name: 'web', image: 'web:3' }, 'other')]);
    expect(objectValueAt(other, env)).toHaveLength(2);
  });
});

describe('a whole object', () => {
  it('brings no defaults, and nothing that the server assigns', () => {
    const body: JsonObject = {
      metadata: { name: 'web', uid: 'u', labels: { app: 'web', new: 'yes' } },
      spec: {
        replicas: 3,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 30,
        template: {
          metadata: { creationTimestamp: null },
          spec: {
            restartPolicy: 'Always',
            containers: [
              {
                name: 'web',
                image: 'web:1',
                imagePullPolicy: 'IfNotPresent',
                resources: {},
                env: [{ name: 'A', value: '1' }],
              },
            ],
            tolerations: [{ key: 'x' }],
          },
        },
      },
    };
    const value = liveAfter([{ kind: 'replace', body }]);

    expect(value).toEqual({
      metadata: { name: 'web', labels: { app: 'web', new: 'yes' } },
      spec: { ...(web['spec'] as JsonObject), progressDeadlineSeconds: 30 },
    });
  });

  it('of a custom type reports only of what was declared', () => {
    const first = { metadata: { name: 'x' }, spec: { size: 1 } };
    const body = { metadata: { name: 'x' }, spec: { size: 2, filledIn: true } };
    const live = perform(
      'example.com/Thing',
      { value: first, applied: new Map() },
      { action: { kind: 'replace', body } },
      first,
    );

    expect(live.value).toEqual({ metadata: { name: 'x' }, spec: { size: 2 } });
  });

  it('reveals what a request without a body hid', () => {
    const hidden: ObjectAction = { kind: 'hidden', secret: false, path: [] };
    const again: ObjectAction = { kind: 'replace', body: web };

    expect(isHiddenObject(liveAfter([hidden]))).toBe(true);
    expect(liveAfter([hidden, again])).toEqual(web);
  });
});
