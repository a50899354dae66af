import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { Json } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import { actor, created, deleted, event, lookup, makeDrift } from './make.ts';

const type = 'apps/Deployment';
const web = `${type}/prod/web`;
const pod: AttributePath = ['spec', 'template', 'spec'];
const container: AttributePath = [...pod, 'containers', { element: { name: 'web' } }];
const more = { type };

function change(path: AttributePath, declared: Json | undefined, live: Json | undefined): Drift {
  return makeDrift(web, path, declared, live, more);
}

const rows: readonly (readonly [summary: string, purpose: string, drift: Drift])[] = [
  [
    'Changed the image of container web of Deployment prod/web from web:1 to web:2',
    'deployment',
    change([...container, 'image'], 'web:1', 'web:2'),
  ],
  [
    'Changed the image of container web of Deployment prod/web from web:1.4 to web:1.5',
    'deployment',
    change(
      [...container, 'image'],
      'registry.example.com/shop/web:1.4',
      'registry.example.com/shop/web:1.5',
    ),
  ],
  [
    'Changed the image of container web of Deployment prod/web from web:1 to a.example.com/web:1',
    'deployment',
    change([...container, 'image'], 'web:1', 'a.example.com/web:1'),
  ],
  [
    'Set variable LOG of container web of Deployment prod/web to debug',
    'change',
    change([...container, 'env', { element: { name: 'LOG' } }, 'value'], 'info', 'debug'),
  ],
  [
    'Added variable LOG to container web of Deployment prod/web',
    'change',
    change([...container, 'env', { element: { name: 'LOG' } }], undefined, {
      name: 'LOG',
      value: 'x',
    }),
  ],
  [
    'Removed variable LOG from container web of Deployment prod/web',
    'change',
    change(
      [...container, 'env', { element: { name: 'LOG' } }],
      { name: 'LOG', value: 'x' },
      undefined,
    ),
  ],
  [
    'Changed the memory limit of container web of Deployment prod/web from 1Gi to 2Gi',
    'scaling',
    change([...container, 'resources', 'limits', 'memory'], '1Gi', '2Gi'),
  ],
  [
    'Set privileged of Deployment prod/web to true',
    'weakening',
    change([...container, 'securityContext', 'privileged'], undefined, true),
  ],
  [
    'Set runAsNonRoot of Deployment prod/web to true',
    'hardening',
    change([...pod, 'securityContext', 'runAsNonRoot'], false, true),
  ],
  [
    'Set label team of Deployment prod/web to shop',
    'tagging',
    change(['metadata', 'labels', 'team'], 'web', 'shop'),
  ],
  ['Scaled prod/web from 3 to 5 replicas', 'scaling', change(['spec', 'replicas'], 3, 5)],
  [
    'Changed rules.verbs of Role prod/reader',
    'access',
    makeDrift('rbac.authorization.k8s.io/Role/prod/reader', ['rules', 0, 'verbs'], ['get'], ['*'], {
      type: 'rbac.authorization.k8s.io/Role',
    }),
  ],
  [
    'Deleted NetworkPolicy prod/web',
    'weakening',
    deleted('networking.k8s.io/NetworkPolicy/prod/web', {
      type: 'networking.k8s.io/NetworkPolicy',
    }),
  ],
  [
    'Created ConfigMap prod/extra outside the manifests',
    'change',
    created('core/ConfigMap/prod/extra', {}, { type: 'core/ConfigMap' }),
  ],
];

describe('changes of objects of a cluster', () => {
  it.each(rows)('%s', (summary, purpose, drift) => {
    const ada = actor('ada');
    const [intent] = inferIntents({
      drifts: [drift],
      event: lookup([event('e1', 0, ada)]),
    });

    expect(intent?.summary).toBe(summary);
    expect(intent?.purpose).toBe(purpose);
  });
});
