import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { ada, argo, auditEvent, autoscaler, lines, scale, setImage } from './audit.ts';
import { autoscaling, service, settings, web } from './manifests.ts';
import { dispositions, outcomes, reconcile } from './reconcile.ts';

afterEach(removeFolders);

const scaled = { 'k8s/web.yaml': web, 'k8s/hpa.yaml': autoscaling };
const up = scale(7, { user: autoscaler });

describe('replicas that an autoscaler owns', () => {
  it('are handed over by removing the line', async () => {
    const done = await reconcile({ files: scaled, events: [up], policy: 'default' });

    expect(outcomes(done)).toEqual(['delegate controller-scales']);
    expect(done.changed).toEqual(['k8s/web.yaml: -  replicas: 3   # enough for a quiet day']);
    const [decision] = done.report.decisions;
    expect(decision?.verdict.bounds).toEqual({ min: 2, max: 10 });
    expect(decision?.verdict.because).toContain('within 2 to 10');
    const [patch] = done.report.patches;
    expect(patch?.blastRadius).toEqual([
      { address: 'apps/Deployment/prod/web', path: ['spec', 'replicas'] },
    ]);
    expect(patch?.verification.notes.join()).toContain('edit-last-applied');
  });

  it('are left to the autoscaler once the manifest does not set them', async () => {
    const open = web.replace('  replicas: 3   # enough for a quiet day\n', '');
    const files = { ...scaled, 'k8s/web.yaml': open };

    for (const policy of ['default', 'accept-all'] as const) {
      const done = await reconcile({ files, events: [up], policy });

      expect(done.report.drifts).toEqual([]);
      expect(dispositions(done)).toEqual(['automation apps/Deployment/prod/web']);
      expect(done.changed).toEqual([]);
    }
  });

  it('stay in the code if no manifest has the autoscaler', async () => {
    const files = { 'k8s/web.yaml': web };
    const done = await reconcile({ files, events: [up], policy: 'default' });

    expect(outcomes(done)).toEqual(['delegate controller-scales']);
    expect(done.changed).toEqual([]);
    expect(done.report.unresolved.map(({ code }) => code)).toEqual(['no-autoscaler']);
  });

  it('are not handed over while a person stops everything', async () => {
    const done = await reconcile({
      files: scaled,
      events: [up, scale(0, { minute: 5 })],
      policy: 'default',
    });

    expect(outcomes(done)).toEqual(['escalate person-stops-production', 'defer open-question']);
    expect(done.changed).toEqual([]);
  });

  it.each([
    ['after the autoscaler', 5],
    ['before the autoscaler', 1],
  ])('belong to the autoscaler if a person also scales, %s', async (_name, minute) => {
    const done = await reconcile({
      files: { 'k8s/web.yaml': web },
      events: [scale(7, { user: autoscaler, minute: 3 }), scale(5, { minute })],
      policy: 'default',
    });

    expect(outcomes(done)).toEqual(['delegate controller-scales', 'reject outranked']);
    expect(done.report.intents.map(({ summary }) => summary).sort()).toEqual([
      'Scaled prod/web from 3 to 5 replicas',
      'Scaled prod/web from 3 to 7 replicas',
    ]);
    expect(done.changed).toEqual([]);
  });

  it('are not handed over to a caller that only claims to be the autoscaler', async () => {
    const events = [scale(7, { user: 'eve', agent: 'kube-controller-manager/v1.30.0' })];
    const done = await reconcile({ files: scaled, events, policy: 'default' });

    expect(outcomes(done).map((one) => one.split(' ')[0])).toEqual(['escalate']);
    expect(done.changed).toEqual([]);
  });
});

describe('changes by different actors', () => {
  const back = setImage('registry.example.com/web:1.4', { minute: 9, user: argo });

  it('are no drift but reported if somebody puts the value back', async () => {
    const events = [setImage('web:2'), back];
    const done = await reconcile({ files: { 'k8s/web.yaml': web }, events });

    expect(done.report.drifts).toEqual([]);
    expect(done.report.reverted).toMatchObject([
      {
        type: 'apps/Deployment',
        ending: 'put-back',
        changedBy: [{ name: expect.stringContaining('ada') }],
        sentence: expect.stringContaining('put back by'),
      },
    ]);
    expect(dispositions(done)).toEqual([
      'reverted apps/Deployment/prod/web',
      'reverted apps/Deployment/prod/web',
    ]);
    expect(done.changed).toEqual([]);
  });

  it('are reported if the object is deleted afterwards', async () => {
    const events = [
      setImage('web:2'),
      auditEvent({ verb: 'delete', resource: 'apps/deployments', name: 'web', minute: 9 }),
    ];
    const done = await reconcile({
      files: { 'k8s/web.yaml': web },
      events,
      policy: 'observe',
    });

    expect(done.report.drifts).toMatchObject([{ path: [], live: { kind: 'absent' } }]);
    expect(done.report.reverted).toMatchObject([
      { ending: 'deleted', ended: events[1]?.['auditID'], changes: [events[0]?.['auditID']] },
    ]);
    expect(dispositions(done).map((line) => line.split(' ')[0])).toEqual(['superseded', 'drift']);
  });

  it("are reported if a deployer overwrites them, but not as the deployer's", async () => {
    const events = [setImage('web:2'), setImage('web:3', { minute: 9, user: argo })];
    const done = await reconcile({
      files: {
        'k8s/web.yaml': web,
        'parley.yaml': `kubernetes: [{path: k8s}]\ndeployers: ['${argo}']\n`,
      },
      events,
      flags: [],
    });

    expect(done.report.drifts).toEqual([]);
    expect(done.report.reverted).toMatchObject([
      { ending: 'overwritten', changes: [events[0]?.['auditID']], ended: events[1]?.['auditID'] },
    ]);
    expect(dispositions(done).map((line) => line.split(' ')[0])).toEqual(['superseded', 'iac']);
  });

  it('are reported if an object is created and deleted again', async () => {
    const name = 'debug';
    const body = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'prod' },
      spec: { containers: [{ name: 'x', image: 'busybox' }] },
    };
    const events = [
      auditEvent({ verb: 'create', resource: 'core/pods', name, body, response: body }),
      auditEvent({ verb: 'delete', resource: 'core/pods', name, minute: 6 }),
    ];
    const done = await reconcile({ files: { 'k8s/web.yaml': web }, events });

    expect(done.report.reverted).toMatchObject([
      { address: 'core/Pod/prod/debug', path: [], ending: 'deleted', durationMs: 360_000 },
    ]);
  });

  it('are in contention if two controllers undo each other', async () => {
    const other = 'system:serviceaccount:kube-system:vpa-recommender';
    const events = [1, 2, 3, 4, 5, 6].map((minute) =>
      scale(minute % 2 === 0 ? 2 : 9, { minute, user: minute % 2 === 0 ? other : autoscaler }),
    );
    const done = await reconcile({ files: scaled, events, policy: 'default' });

    expect(outcomes(done)).toEqual(['escalate contention', 'defer open-question']);
    expect(done.report.contentions).toHaveLength(1);
    expect(done.changed).toEqual([]);
  });

  it('are no drift if the deployer of the manifests makes them', async () => {
    const files = {
      'k8s/web.yaml': web,
      'parley.yaml': `kubernetes: [{path: k8s}]\ndeployers: ['${argo}']\n`,
    };
    const event = setImage('registry.example.com/web:2', { user: argo });
    const done = await reconcile({ files, events: [event], flags: [] });

    expect(done.report.drifts).toEqual([]);
    expect(dispositions(done)).toEqual(['iac apps/Deployment/prod/web']);
  });

  it('are escalated if another deployer makes them', async () => {
    const event = setImage('registry.example.com/web:2', { user: argo });
    const done = await reconcile({
      files: { 'k8s/web.yaml': web },
      events: [event],
      policy: 'default',
    });

    expect(outcomes(done).map((one) => one.split(' ')[0])).toEqual(['escalate']);
  });
});

interface Quiet {
  readonly title: string;
  readonly events: readonly JsonObject[];
  readonly expected: readonly string[];
}

const quiet: readonly Quiet[] = [
  {
    title: 'a conflict',
    events: [setImage('web:2', { code: 409, reason: 'Conflict' })],
    expected: ['failed'],
  },
  {
    title: 'a refusal',
    events: [setImage('web:2', { code: 403, reason: 'Forbidden' })],
    expected: ['failed'],
  },
  {
    title: 'a dry run',
    events: [setImage('web:2', { query: 'dryRun=All&fieldManager=kubectl-set' })],
    expected: ['failed'],
  },
  {
    title: 'the status of an object',
    events: [
      auditEvent({
        verb: 'patch',
        resource: 'apps/deployments',
        name: 'web',
        subresource: 'status',
        user: 'system:serviceaccount:kube-system:deployment-controller',
        body: { status: { replicas: 2 } },
      }),
    ],
    expected: ['no-effect'],
  },
  {
    title: 'what only the server sets',
    events: [
      auditEvent({
        verb: 'patch',
        resource: 'apps/deployments',
        name: 'web',
        query: 'fieldManager=kubectl-rollout',
        body: {
          metadata: { annotations: { 'deployment.kubernetes.io/revision': '4' } },
          spec: {
            template: {
              metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': '2026-03-14' } },
            },
          },
        },
      }),
    ],
    expected: ['no-effect apps/Deployment/prod/web'],
  },
  {
    title: 'the same value in other words',
    events: [
      auditEvent({
        verb: 'patch',
        resource: 'apps/deployments',
        name: 'web',
        query: 'fieldManager=kubectl-edit',
        body: {
          spec: {
            template: {
              spec: {
                containers: [
                  { name: 'web', resources: { limits: { cpu: '0.5', memory: '262144Ki' } } },
                ],
              },
            },
          },
        },
      }),
    ],
    expected: ['no-effect apps/Deployment/prod/web'],
  },
  {
    title: 'an event of the cluster itself',
    events: [
      auditEvent({ verb: 'create', resource: 'core/events', name: 'web.1', body: { reason: 'x' } }),
    ],
    expected: ['no-effect'],
  },
  {
    title: 'an object of another namespace',
    events: [setImage('web:2', { namespace: 'other' })],
    expected: ['unmanaged apps/deployments/other/web'],
  },
];

describe('no drift comes from', () => {
  it.each(quiet)('$title', async ({ events, expected }) => {
    const done = await reconcile({ files: { 'k8s/web.yaml': web, 'k8s/s.yaml': service }, events });

    expect(done.report.drifts).toEqual([]);
    expect(dispositions(done)).toEqual(expected);
    expect(done.changed).toEqual([]);
  });
});

describe('log formats', () => {
  const image = ['-          image: "registry.example.com/web:1.4"   # bumped by hand'];
  const changed = [...image, '+          image: "web:2"   # bumped by hand'];
  const event = setImage('web:2');
  const early = { ...event, stage: 'RequestReceived' };

  it.each([
    [
      'an EventList',
      `${JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items: [event] })}\n`,
    ],
    ['all stages of a request', lines(early, event, event)],
    [
      'the records of AKS',
      `${JSON.stringify({
        records: [
          {
            time: '2026-03-14T10:00:01Z',
            resourceId:
              '/SUBSCRIPTIONS/S/RESOURCEGROUPS/G/PROVIDERS/MICROSOFT.CONTAINERSERVICE/MANAGEDCLUSTERS/SHOP',
            category: 'kube-audit',
            operationName: 'Microsoft.ContainerService/managedClusters/diagnosticLogs/Read',
            properties: { log: JSON.stringify(event), stream: 'stdout', pod: 'kube-apiserver-1' },
          },
        ],
      })}\n`,
    ],
  ])('%s', async (_title, events) => {
    const done = await reconcile({ files: { 'k8s/web.yaml': web }, events });

    expect(done.changed).toEqual(changed.map((line) => `k8s/web.yaml: ${line}`));
  });

  it('a log without bodies still shows that something changed', async () => {
    const events = [setImage('web:2', { level: 'Metadata' })];
    const done = await reconcile({ files: { 'k8s/web.yaml': web }, events });

    expect(dispositions(done)).toEqual(['redacted apps/Deployment/prod/web']);
    expect(done.report.decisions[0]?.verdict.outcome).toBe('escalate');
    expect(done.changed).toEqual([]);
  });
});

describe('secrets', () => {
  const secret = `apiVersion: v1
kind: Secret
metadata: {name: key, namespace: prod}
stringData: {key: declared-hush}
`;

  it('are neither shown nor written', async () => {
    const body = { data: { key: 'c2VjcmV0LWh1c2g=' } };
    const done = await reconcile({
      files: { 'k8s/secret.yaml': secret },
      events: [auditEvent({ verb: 'patch', resource: 'core/secrets', name: 'key', body })],
    });

    expect(dispositions(done)).toEqual(['redacted core/Secret/prod/key']);
    expect(JSON.stringify([done.report, done.trace, done.out])).not.toMatch(/hush|c2VjcmV0/);
    expect(done.changed).toEqual([]);
  });

  it('in variables are not written either', async () => {
    const env = [{ name: 'DB_PASSWORD', value: 'not-for-git' }];
    const body = { spec: { template: { spec: { containers: [{ name: 'web', env }] } } } };
    const done = await reconcile({
      files: { 'k8s/web.yaml': web },
      events: [
        auditEvent({
          verb: 'patch',
          resource: 'apps/deployments',
          name: 'web',
          query: 'fieldManager=kubectl-set',
          body,
        }),
      ],
    });

    expect(dispositions(done)).toEqual(['redacted apps/Deployment/prod/web']);
    expect(JSON.stringify([done.report, done.trace, done.out])).not.toContain('not-for-git');
    expect(done.changed).toEqual([]);
  });
});

describe('whole objects', () => {
  const fresh = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'extra', namespace: 'prod' },
    data: { a: '1' },
  };
  const made = auditEvent({
    verb: 'create',
    resource: 'core/configmaps',
    name: 'extra',
    body: fresh,
  });
  const adopt = (mode: string): readonly string[] => ['--manifests', 'k8s', '--adopt', mode];

  it('made by hand get a manifest beside the others', async () => {
    const files = { 'k8s/web.yaml': web };
    const done = await reconcile({ files, events: [made], flags: adopt('related') });

    expect(done.changed.filter((line) => !line.endsWith(': +') && !line.endsWith(': -'))).toEqual(
      [
        '+apiVersion: v1',
        '+kind: ConfigMap',
        '+metadata:',
        '+  name: extra',
        '+  namespace: prod',
        '+data:',
        '+  a: "1"',
      ].map((line) => `k8s/extra-configmap.yaml: ${line}`),
    );
  });

  it.each([
    ['related', ['escalate grants-access'], 0],
    ['all', ['accept accept-all'], 1],
  ])(
    'that grant access to somebody are adopted only on request: %s',
    async (mode, verdicts, count) => {
      const binding = auditEvent({
        verb: 'create',
        resource: 'rbac.authorization.k8s.io/rolebindings',
        name: 'readers',
        body: {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'RoleBinding',
          metadata: { name: 'readers' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'web-team' }],
        },
      });
      const files = { 'k8s/web.yaml': web };
      const done = await reconcile({ files, events: [binding], flags: adopt(mode) });

      expect(outcomes(done)).toEqual(verdicts);
      expect(done.report.patches).toHaveLength(count);
    },
  );

  it('that were rejected are to be removed by hand, and declared ones applied again', async () => {
    const files = { 'k8s/web.yaml': web };
    const stopped = scale(0, { user: 'eve', minute: 5 });
    const opened = auditEvent({
      verb: 'create',
      resource: 'rbac.authorization.k8s.io/rolebindings',
      name: 'eve',
      body: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: 'eve' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
        subjects: [{ kind: 'User', name: 'eve' }],
      },
    });
    const done = await reconcile({ files, events: [opened, stopped], policy: 'default' });

    expect(done.out).toContain('next       the manifests stay, and applying them puts it back\n');
    expect(done.out).toContain('next       no manifest has it; remove it by hand\n');
    expect(done.out.toLowerCase()).not.toContain('terraform');
  });

  it('are reported and not written if adoption is off', async () => {
    const files = { 'k8s/web.yaml': web };
    const done = await reconcile({ files, events: [made], flags: adopt('none') });

    expect(dispositions(done)).toEqual(['drift core/ConfigMap/prod/extra']);
    expect(outcomes(done)).toEqual(['escalate adoption-off']);
    expect(done.changed).toEqual([]);
  });

  it.each(['none', 'related', 'all'])(
    'by another tool are left to it, with --adopt %s',
    async (mode) => {
      const username = 'system:serviceaccount:argocd:argocd-application-controller';
      const theirs = { ...made, user: { username, groups: ['system:authenticated'] } };
      const files = { 'k8s/web.yaml': web };
      const done = await reconcile({ files, events: [theirs], flags: adopt(mode) });

      expect(outcomes(done)).toEqual(['escalate other-code']);
      expect(done.changed).toEqual([]);
    },
  );

  it.each(['none', 'related', 'all'])(
    'by a controller of the cluster are no drift, with --adopt %s',
    async (mode) => {
      const username = 'system:serviceaccount:kube-system:replicaset-controller';
      const theirs = { ...made, user: { username, groups: ['system:authenticated'] } };
      const files = { 'k8s/web.yaml': web };
      const done = await reconcile({ files, events: [theirs], flags: adopt(mode) });

      expect(dispositions(done)).toEqual(['automation core/ConfigMap/prod/extra']);
    },
  );

  it('in a namespace without manifests are not reported', async () => {
    const elsewhere = auditEvent({
      verb: 'create',
      resource: 'core/configmaps',
      namespace: 'other',
      name: 'extra',
      body: { ...fresh, metadata: { name: 'extra', namespace: 'other' } },
    });
    const done = await reconcile({ files: { 'k8s/web.yaml': web }, events: [elsewhere] });

    expect(dispositions(done)).toEqual(['unmanaged core/ConfigMap/other/extra']);
  });

  it('deleted by hand are removed from the file, and their neighbors stay', async () => {
    const both = `${settings}---\n${service}`;
    const gone = auditEvent({ verb: 'delete', resource: 'core/configmaps', name: 'settings' });
    const done = await reconcile({ files: { 'k8s/all.yaml': both }, events: [gone] });

    expect(done.report.patches).toHaveLength(1);
    const removed = done.changed.filter((line) => line.startsWith('k8s/all.yaml: -'));
    expect(removed).toHaveLength(done.changed.length);
    expect(done.report.unresolved).toEqual([]);
  });

  it('deleted as a collection are reported one by one', async () => {
    const gone = auditEvent({ verb: 'deletecollection', resource: 'core/configmaps' });
    const done = await reconcile({
      files: { 'k8s/a.yaml': settings, 'k8s/web.yaml': web },
      events: [gone],
      policy: 'default',
    });

    expect(outcomes(done)).toEqual(['escalate deletion']);
    expect(done.report.drifts.map(({ address }) => address)).toEqual([
      'core/ConfigMap/prod/settings',
    ]);
  });

  it('deleted and recreated with another value drift only in that value', async () => {
    const gone = auditEvent({
      verb: 'delete',
      resource: 'core/configmaps',
      name: 'settings',
      user: ada,
    });
    const again = auditEvent({
      verb: 'create',
      resource: 'core/configmaps',
      name: 'settings',
      minute: 3,
      body: {
        ...fresh,
        metadata: { name: 'settings', namespace: 'prod' },
        data: { mode: 'slow', limits: 'a=1\nb=2\n' },
      },
    });
    const done = await reconcile({ files: { 'k8s/s.yaml': settings }, events: [gone, again] });

    expect(done.changed).toEqual(['k8s/s.yaml: -  mode: fast', 'k8s/s.yaml: +  mode: slow']);
  });
});
