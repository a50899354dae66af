import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { ResourceBlame } from '../../../src/stages/ledger/blame.ts';
import { parley, removeFolders } from '../../entry/cli/parley.ts';
import { auditEvent, setImage } from './audit.ts';
import { service, web } from './manifests.ts';
import { reconcile } from './reconcile.ts';

afterEach(removeFolders);

function inContainer(user: string, minute: number, fields: JsonObject): JsonObject {
  return auditEvent({
    verb: 'patch',
    resource: 'apps/deployments',
    name: 'web',
    query: 'fieldManager=kubectl-edit',
    body: { spec: { template: { spec: { containers: [{ name: 'web', ...fields }] } } } },
    user,
    minute,
  });
}

const targetPort = auditEvent({
  verb: 'patch',
  resource: 'core/services',
  name: 'web',
  query: 'fieldManager=kubectl-edit',
  body: { spec: { ports: [{ port: 80, targetPort: 9090 }] } },
  user: 'eve',
  minute: 4,
});

describe('parley blame', () => {
  it('says who wrote each field of a container, port and variable', async () => {
    const { folder } = await reconcile({
      files: { 'k8s/web.yaml': web, 'k8s/service.yaml': service },
      policy: 'observe',
      isRecorded: true,
      events: [
        setImage('web:2'),
        inContainer('bob', 1, { resources: { limits: { memory: '400Mi' } } }),
        inContainer('eve', 2, { env: [{ name: 'LOG', value: 'debug' }] }),
        inContainer('bob', 3, { ports: [{ containerPort: 9000 }] }),
        targetPort,
      ],
    });
    const owners = async (address: string): Promise<readonly string[]> => {
      const run = await parley(folder, 'blame', address, '--json');
      expect(run).toMatchObject({ code: 0, err: '' });
      const found: readonly ResourceBlame[] = JSON.parse(run.out);
      return found.flatMap(({ fields }) =>
        fields.map(
          (one) => `${one.field}: ${one.owners.map(({ manager }) => manager.name).join()}`,
        ),
      );
    };

    const at = 'spec.template.spec.containers[{name="web"}]';
    const port = `${at}.ports[{containerPort=9000, protocol="TCP"}]`;
    expect(await owners('apps/Deployment/prod/web')).toEqual([
      `${at}.env[{name="LOG"}].value: eve`,
      `${at}.image: ada@example.com`,
      `${port}.containerPort: bob`,
      `${port}.protocol: bob`,
      `${at}.resources.limits.memory: bob`,
    ]);
    expect(await owners('core/Service/prod/web')).toEqual([
      'spec.ports[{name="http"}].targetPort: eve',
    ]);
  });
});
