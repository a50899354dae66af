import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolders } from '../../entry/cli/parley.ts';
import { ben, record } from '../../entry/cli/records.ts';
import { shop, web, workers } from './estates.ts';
import { dispositions, reconcile, verified } from './reconcile.ts';
import {
  autoscale,
  bobInPortal,
  type Call,
  deployApp,
  deployer,
  nobody,
  restartIds,
} from './records.ts';
import { armId } from './state.ts';

beforeEach(restartIds);
afterEach(removeFolders);

const net = 'Microsoft.Network';
const machine = shop('Microsoft.Compute/virtualMachines/vm-jump');

function resize(vmSize: string, more: Partial<Call> = {}): Call {
  return {
    operation: 'Microsoft.Compute/virtualMachines/write',
    method: 'PATCH',
    id: machine,
    body: { properties: { hardwareProfile: { vmSize } } },
    ...more,
  };
}

const resized = [
  'services.tf - size                  = "Standard_B2s"',
  'services.tf + size                  = "Standard_B4ms"',
];

function outcomes({ report }: Awaited<ReturnType<typeof reconcile>>): readonly string[] {
  return report.decisions.map(({ verdict }) => verdict.outcome);
}

describe('who changed what in Azure', () => {
  it('leaves the instance count to autoscale, within its bounds', async () => {
    const outcome = await reconcile(
      [
        {
          operation: 'Microsoft.Insights/AutoscaleSettings/Scaleup/Action',
          category: 'Autoscale',
          id: shop('Microsoft.Insights/autoscaleSettings/as-workers'),
          method: 'POST',
          party: autoscale,
          properties: {
            Description: 'The autoscale engine attempting to scale resource',
            ResourceName: shop(workers),
            OldInstancesCount: '3',
            NewInstancesCount: '5',
          },
        },
      ],
      { policy: 'default' },
    );

    expect(outcomes(outcome)).toEqual(['delegate']);
    expect(outcome.trace.map(({ actor }) => actor.class)).toEqual(['controller']);
    expect(outcome.changed.join('\n')).toContain('ignore_changes');
    expect(outcome.changed.join('\n')).toContain('instances');
    expect(verified(outcome)).toBe(true);
  });

  it('recognises autoscale by its claims if Event Hubs omit the caller', async () => {
    const spn = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/spn';
    const claims = { [spn]: 'Microsoft.Insights/autoscaleSettings' };
    const outcome = await reconcile(
      [
        {
          operation: 'Microsoft.Insights/AutoscaleSettings/Scaleup/Action',
          category: 'Autoscale',
          shape: 'diagnostic',
          id: shop('Microsoft.Insights/autoscaleSettings/as-workers'),
          party: { caller: undefined, claims },
          properties: { ResourceName: shop(workers), NewInstancesCount: '5' },
        },
      ],
      { policy: 'default' },
    );

    expect(outcome.trace.map(({ actor }) => actor.class)).toEqual(['controller']);
    expect(outcomes(outcome)).toEqual(['delegate']);
  });

  it.each(['rest', 'diagnostic', 'log-analytics'] as const)(
    'asks nothing when machines are started and stopped: %s',
    async (shape) => {
      const id = machine;
      const calls = ['start', 'powerOff', 'deallocate', 'restart'].map(
        (verb): Call => ({
          operation: `Microsoft.Compute/virtualMachines/${verb}/action`,
          method: 'POST',
          id,
          shape,
        }),
      );
      const outcome = await reconcile(calls, { policy: 'default' });

      expect(dispositions(outcome)).toEqual(calls.map(() => 'no-effect'));
      expect(outcome.report.unresolved).toEqual([]);
      expect(outcome.report.drifts).toEqual([]);
    },
  );

  it('attributes the write that autoscale makes to autoscale', async () => {
    const outcome = await reconcile(
      [
        {
          operation: 'Microsoft.Compute/virtualMachineScaleSets/write',
          id: shop(workers),
          method: 'PATCH',
          party: autoscale,
          body: { sku: { name: 'Standard_D2s_v5', capacity: 6 } },
        },
      ],
      { policy: 'default' },
    );

    expect(outcomes(outcome)).toEqual(['delegate']);
  });

  it('escalates a change by an unknown caller', async () => {
    const outcome = await reconcile([resize('Standard_B4ms', { party: nobody })], {
      policy: 'default',
    });

    expect(outcomes(outcome)).toEqual(['escalate']);
    expect(outcome.changed).toEqual([]);
    expect(outcome.trace.map(({ actor }) => actor.class)).toEqual(['unknown']);
  });

  it('recognises a person in the portal, and escalates a change of unclear harm', async () => {
    const outcome = await reconcile([resize('Standard_B4ms', { party: bobInPortal })], {
      policy: 'default',
    });

    expect(outcomes(outcome)).toEqual(['escalate']);
    expect(outcome.changed).toEqual([]);
    expect(outcome.report.intents.map(({ actor }) => [actor.class, actor.name])).toEqual([
      ['human', 'bob@example.com'],
    ]);
  });

  it('recognises the deploying principal if the settings name it', async () => {
    const settings = `actors:\n  - id: deploy\n    class: iac\n    name: Terraform\n    application: ${deployApp}\n`;
    const outcome = await reconcile([resize('Standard_B2s', { party: deployer })], { settings });

    expect(dispositions(outcome)).toEqual(['iac']);
    expect(outcome.report.drifts).toEqual([]);
  });

  it('does not trust a principal that no settings name', async () => {
    const outcome = await reconcile([resize('Standard_B4ms', { party: deployer })], {
      policy: 'default',
    });

    expect(outcomes(outcome)).toEqual(['escalate']);
    expect(outcome.changed).toEqual([]);
  });
});

describe('what the Azure log does not say', () => {
  it('sets failed calls aside', async () => {
    const outcome = await reconcile([resize('Standard_B4ms', { status: 'Failed' })]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['failed']);
    expect(outcome.report.drifts).toEqual([]);
  });

  it('waits for the end of a call', async () => {
    const outcome = await reconcile([resize('Standard_B4ms', { status: 'pending' })]);

    expect(outcome.changed).toEqual([]);
    expect(outcome.report.drifts).toEqual([]);
    expect(outcome.report.inputs.events.dropped).toMatchObject({ pending: 1 });
  });

  it('does not guess from a write without a body', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/networkSecurityGroups/write`,
        id: shop(web),
        shape: 'event-grid',
      },
    ]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['redacted']);
    expect(outcome.report.drifts.map(({ address, live }) => [address, live.kind])).toEqual([
      ['azurerm_network_security_group.web', 'unknown'],
    ]);
    expect(outcomes(outcome)).toEqual(['escalate']);
  });

  it('reads the response if the log lacks the request', async () => {
    const outcome = await reconcile([
      resize('', {
        body: undefined,
        response: { id: machine, properties: { hardwareProfile: { vmSize: 'Standard_B4ms' } } },
      }),
    ]);

    expect(outcome.changed).toEqual(resized);
  });

  it('does not guess from a truncated body', async () => {
    const outcome = await reconcile([
      resize('', { body: undefined, properties: { requestbody: '{"properties": {"hardwarePro' } }),
    ]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['redacted']);
  });

  it('keeps passwords out of everything', async () => {
    const secret = 'Sup3rS3cret-of-nobody';
    const outcome = await reconcile([
      {
        operation: 'Microsoft.Sql/servers/write',
        method: 'PATCH',
        id: shop('Microsoft.Sql/servers/sql-shop'),
        body: {
          properties: { administratorLoginPassword: secret, minimalTlsVersion: '1.1' },
        },
      },
      {
        operation: 'Microsoft.Web/sites/config/write',
        id: shop('Microsoft.Web/sites/app-shop/config/appsettings'),
        body: { properties: { LOG_LEVEL: 'info', DB_SECRET: secret } },
      },
      {
        operation: 'Microsoft.Web/sites/config/write',
        id: shop('Microsoft.Web/sites/app-shop/config/connectionstrings'),
        body: { properties: { main: { type: 'SQLAzure', value: `Password=${secret}` } } },
      },
    ]);

    expect(outcome.changed).toEqual([
      'services.tf - minimum_tls_version          = "1.2"',
      'services.tf + minimum_tls_version          = "1.1"',
    ]);
    const everything = [...outcome.files.values(), outcome.out, JSON.stringify(outcome.report)];
    expect(everything.join('').includes(secret)).toBe(false);
    expect(outcome.report.drifts.filter(({ live }) => live.kind === 'redacted')).toHaveLength(2);
  });

  it('names unknown operations', async () => {
    const outcome = await reconcile([
      {
        operation: 'Microsoft.Quantum/workspaces/write',
        id: shop('Microsoft.Quantum/workspaces/q'),
        body: { location: 'westeurope' },
      },
    ]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['unknown-operation']);
  });

  it('names the resource of an unknown operation', async () => {
    const outcome = await reconcile(
      [
        {
          operation: 'Microsoft.Cdn/profiles/write',
          method: 'PATCH',
          id: armId('RG-Edge', 'Microsoft.Cdn/profiles/CDN-edge'),
          body: { sku: { name: 'Premium_AzureFrontDoor' } },
        },
      ],
      { project: 'mixed' },
    );

    expect(outcome.changed).toEqual([]);
    expect(outcome.report.unresolved.map(({ address }) => address)).toEqual([
      'azurerm_cdn_profile.edge',
    ]);
  });

  it('does not report a restart', async () => {
    const outcome = await reconcile([
      {
        operation: 'Microsoft.Compute/virtualMachines/restart/action',
        method: 'POST',
        id: machine,
      },
    ]);

    expect(dispositions(outcome)).toEqual(['no-effect']);
  });
});

describe('exports of the Azure log', () => {
  const calls = [resize('Standard_B4ms', { shape: 'diagnostic' })];

  it('are read from the files of a storage account', async () => {
    const outcome = await reconcile(calls, { wrap: (records) => ({ records }) });

    expect(outcome.changed).toEqual(resized);
  });

  it('are read from pages of the REST API', async () => {
    const outcome = await reconcile([resize('Standard_B4ms')], { wrap: (value) => ({ value }) });

    expect(outcome.changed).toEqual(resized);
  });

  it('can be combined with those of another cloud', async () => {
    const outcome = await reconcile(
      [
        {
          operation: 'Microsoft.ContainerRegistry/registries/write',
          method: 'PATCH',
          shape: 'log-analytics',
          id: armId('RG-EDGE', 'Microsoft.ContainerRegistry/registries/ACREDGE'),
          body: { sku: { name: 'premium' }, properties: { adminUserEnabled: true } },
        },
      ],
      {
        project: 'mixed',
        others: [
          record(
            'q-1',
            'sqs',
            'SetQueueAttributes',
            {
              queueUrl: 'https://sqs.eu-central-1.amazonaws.com/123456789012/jobs',
              attributes: { VisibilityTimeout: '90' },
            },
            { ...ben, awsRegion: 'eu-central-1' },
          ),
        ],
      },
    );

    expect(outcome.changed).toEqual([
      'main.tf - visibility_timeout_seconds = 30',
      'main.tf - sku                 = "Basic"',
      'main.tf - admin_enabled       = false',
      'main.tf + visibility_timeout_seconds = 90',
      'main.tf + sku                 = "Premium"',
      'main.tf + admin_enabled       = true',
    ]);
    expect(verified(outcome)).toBe(true);
    expect(new Set(dispositions(outcome))).toEqual(new Set(['drift']));
  });
});
