import type { Json, JsonObject } from '../../../../src/model/json.ts';
import type { Case } from './types.ts';

const pods = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } });
const container = (over: JsonObject): JsonObject =>
  pods({
    containers: [
      { name: 'app', image: 'app:1', ...over },
      { name: 'log', image: 'log:1' },
    ],
  });
const secured = (context: JsonObject) => container({ securityContext: context });
const written = (over: Json): JsonObject => ({
  spec: [{ template: [{ spec: [{ container: [{ name: 'app', security_context: [over] }] }] }] }],
});

export const kubernetesPods: readonly Case[] = [
  [
    'privileged',
    'apps/Deployment',
    secured({ privileged: false }),
    secured({ privileged: true }),
    'security weakens',
  ],
  [
    'no longer privileged',
    'apps/Deployment',
    secured({ privileged: true }),
    secured({}),
    'security strengthens',
  ],
  [
    'privileged, as Terraform writes it',
    'kubernetes_deployment_v1',
    written({ privileged: false }),
    written({ privileged: true }),
    'security weakens',
  ],
  [
    'may be root, as Terraform writes it',
    'kubernetes_daemonset',
    written({ run_as_non_root: true }),
    written({ run_as_non_root: false }),
    'security weakens',
  ],
  [
    'may be root',
    'apps/StatefulSet',
    secured({ runAsNonRoot: true }),
    secured({}),
    'security weakens',
  ],
  [
    'network of the host',
    'apps/DaemonSet',
    pods({ hostNetwork: false }),
    pods({ hostNetwork: true }),
    'security weakens',
  ],
  [
    'network of the host in a job',
    'batch/CronJob',
    { spec: { jobTemplate: { spec: { template: { spec: {} } } } } },
    { spec: { jobTemplate: { spec: { template: { spec: { hostNetwork: true } } } } } },
    'security weakens',
  ],
  [
    'strong capability',
    'apps/Deployment',
    secured({ capabilities: { add: ['CHOWN'] } }),
    secured({ capabilities: { add: ['CHOWN', 'SYS_ADMIN'] } }),
    'security weakens',
  ],
  [
    'files of the host',
    'core/Pod',
    { spec: { volumes: [{ name: 'a', emptyDir: {} }] } },
    {
      spec: {
        volumes: [
          { name: 'a', emptyDir: {} },
          { name: 'h', hostPath: { path: '/' } },
        ],
      },
    },
    'security weakens',
  ],
  [
    'containers in another order',
    'apps/Deployment',
    pods({
      containers: [
        { name: 'a', image: 'a:1' },
        { name: 'b', image: 'b:1' },
      ],
    }),
    pods({
      containers: [
        { name: 'b', image: 'b:1' },
        { name: 'a', image: 'a:1' },
      ],
    }),
    'harmless',
  ],
  [
    'three copies to one',
    'apps/Deployment',
    { spec: { replicas: 3 } },
    { spec: { replicas: 1 } },
    'availability weakens',
  ],
  [
    'no copy at all',
    'apps/StatefulSet',
    { spec: { replicas: 2 } },
    { spec: { replicas: 0 } },
    'availability weakens',
  ],
  [
    'more copies',
    'apps/Deployment',
    { spec: { replicas: 2 } },
    { spec: { replicas: 5 } },
    'availability strengthens',
  ],
  [
    'less memory',
    'apps/Deployment',
    container({ resources: { limits: { memory: '1Gi' } } }),
    container({ resources: { limits: { memory: '512Mi' } } }),
    'availability weakens',
  ],
  [
    'memory written in another way',
    'apps/Deployment',
    container({ resources: { limits: { memory: '1Gi' } } }),
    container({ resources: { limits: { memory: '1024Mi' } } }),
    'harmless',
  ],
];
