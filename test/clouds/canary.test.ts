import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { createRedactor } from '../../src/stages/intent/llm/redactor.ts';
import { removeFolders } from '../entry/cli/parley.ts';
import { credentialSamples } from '../model/credential/samples.ts';
import { shop } from './azure/estates.ts';
import { reconcile as reconcileAzure } from './azure/reconcile.ts';
import { restartIds as restartAzure } from './azure/records.ts';
import { compute, restartIds } from './gcp/entries.ts';
import { reconcile as reconcileGoogle } from './gcp/reconcile.ts';
import { auditEvent } from './kubernetes/audit.ts';
import { settings, web } from './kubernetes/manifests.ts';
import { reconcile as reconcileObjects } from './kubernetes/reconcile.ts';

beforeEach(() => {
  restartIds();
  restartAzure();
});
afterEach(removeFolders);

const samples = credentialSamples();
const byName = (name: (at: number) => string) =>
  Object.fromEntries(samples.map(({ text }, at) => [name(at), text]));

function leaks(said: unknown): readonly string[] {
  const text = JSON.stringify(said, (_, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  return samples
    .filter(({ core }) => text.includes(JSON.stringify(core).slice(1, -1)))
    .map(({ kind }) => kind);
}

/** Whether there are drifts with credentials, and all of them are escalated. */
function asks({ drifts, decisions }: Report): boolean {
  const found = drifts.filter(({ credential }) => credential !== undefined);
  return (
    found.length > 0 &&
    found.every(({ id }) =>
      decisions
        .filter(({ drift }) => drift === id)
        .every(({ verdict }) => verdict.outcome === 'escalate'),
    )
  );
}

const patch = (resource: string, name: string, body: object) =>
  auditEvent({
    verb: 'patch',
    resource,
    name,
    query: 'fieldManager=kubectl-edit',
    body: body as never,
  });

describe('credentials of other clouds', () => {
  it('in settings of an Azure app are hidden', async () => {
    const done = await reconcileAzure([
      {
        operation: 'Microsoft.Web/sites/config/write',
        id: shop('Microsoft.Web/sites/app-shop/config/appsettings'),
        body: {
          properties: {
            LOG_LEVEL: 'debug',
            DB_SECRET: 'not-a-real-one',
            ...byName((at) => `E${at}`),
          },
        },
      },
    ]);

    expect(leaks(done)).toEqual([]);
    expect(done.changed.join('\n')).toContain('LOG_LEVEL = "debug"');
  });

  it('in labels of a Google instance are hidden, and escalated', async () => {
    const labels = [
      { key: 'team', value: 'platform' },
      { key: 'env', value: 'prod' },
      { key: 'goog-terraform-provisioned', value: 'true' },
      ...samples.map(({ text }, at) => ({ key: `l${at}`, value: text })),
    ];
    const done = await reconcileGoogle(
      'flat',
      compute('instances.setLabels', 'zones/europe-west3-b/instances/bastion', {
        labels,
        labelFingerprint: 'x',
      }),
    );

    expect(leaks(done)).toEqual([]);
    expect(asks(done.report)).toBe(true);
  });

  it.each([
    [
      'the environment of a container',
      patch('apps/deployments', 'web', {
        spec: {
          template: {
            spec: {
              containers: [
                {
                  name: 'web',
                  env: samples.map(({ text }, at) => ({ name: `E${at}`, value: text })),
                },
              ],
            },
          },
        },
      }),
    ],
    ['a config map', patch('core/configmaps', 'settings', { data: byName((at) => `key${at}`) })],
    [
      'annotations',
      patch('apps/deployments', 'web', {
        metadata: { annotations: byName((at) => `example.com/a${at}`) },
      }),
    ],
    [
      'a new object',
      auditEvent({
        verb: 'create',
        resource: 'core/configmaps',
        name: 'more',
        body: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'more', namespace: 'prod' },
          data: byName((at) => `key${at}`),
        } as never,
      }),
    ],
  ])('in %s of Kubernetes are hidden', async (place, event) => {
    const files = { 'k8s/web.yaml': web, 'k8s/settings.yaml': settings };
    const done = await reconcileObjects({ files, events: [event], isRecorded: true });

    expect(leaks([done.out, done.err, done.report, done.trace, done.changed])).toEqual([]);
    expect(done.report.drifts.length).toBeGreaterThan(0);
    if (place !== 'a new object') expect(asks(done.report)).toBe(true);
  });

  it('do not appear in questions to a model', () => {
    const redactor = createRedactor();
    const asked = samples.map(({ text }) => [
      redactor.text(`note ${text} end`),
      redactor.value({
        requestParameters: {
          tags: { a: text },
          document: JSON.stringify({ a: [text] }),
          [text]: 'x',
        },
      }),
    ]);

    expect(leaks(asked)).toEqual([]);
  });
});
