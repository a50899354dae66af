import { describe, expect, it } from 'vitest';
import type { DriftValue } from '../../../src/model/drift.ts';
import type { Json } from '../../../src/model/json.ts';
import { assessHarm } from '../../../src/providers/harm/assess-harm.ts';
import { type HarmedField, singleFieldChange } from '../../../src/providers/harm/drift.ts';
import { shipped } from './facts.ts';

const value = (content: Json): DriftValue => ({ kind: 'value', value: content });
const absent: DriftValue = { kind: 'absent' };
const ssh = { from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: ['0.0.0.0/0'] };
const open = { element: ssh };

/** A field, and the worst harm reported for it: dimension, severity, direction or doubt. */
const table: readonly (readonly [string, HarmedField, readonly unknown[]])[] = [
  [
    'a number',
    {
      type: 'aws_db_instance',
      path: ['backup_retention_period'],
      declared: value(14),
      live: value(3),
    },
    ['durability', 4, 'weakens'],
  ],
  [
    'an attribute of the only block',
    {
      type: 'aws_msk_cluster',
      path: ['encryption_info', 0, 'encryption_in_transit', 0, 'client_broker'],
      declared: value('TLS'),
      live: value('PLAINTEXT'),
    },
    ['security', 4, 'weakens'],
  ],
  [
    'an element that is new',
    { type: 'aws_security_group', path: ['ingress', open], declared: absent, live: value(ssh) },
    ['security', 4, 'weakens'],
  ],
  [
    'a name that is new, one of a set or not',
    {
      type: 'aws_db_snapshot',
      path: ['shared_accounts', { element: '999988887777' }],
      declared: absent,
      live: value('999988887777'),
    },
    ['security', 4, 'weakens'],
  ],
  [
    'a name that is new and of the set',
    {
      type: 'aws_db_snapshot',
      path: ['shared_accounts', { element: 'all' }],
      declared: absent,
      live: value('all'),
    },
    ['security', 5, 'weakens'],
  ],
  [
    'an element that is gone',
    { type: 'aws_security_group', path: ['ingress', open], declared: value(ssh), live: absent },
    ['availability', 2, 'weakens'],
  ],
  [
    'a list within an element',
    {
      type: 'aws_security_group',
      path: ['ingress', open, 'cidr_blocks'],
      declared: value(['10.0.0.0/8']),
      live: value(['0.0.0.0/0']),
      attributes: { ingress: [ssh, { ...ssh, from_port: 443, to_port: 443 }] },
    },
    ['security', 4, 'weakens'],
  ],
  [
    'a guard that the rest of the resource answers',
    {
      type: 'aws_security_group_rule',
      path: ['cidr_blocks'],
      declared: value(['10.0.0.0/8']),
      live: value(['0.0.0.0/0']),
      attributes: { type: 'egress', cidr_blocks: ['10.0.0.0/8'] },
    },
    ['security', 2, 'weakens'],
  ],
  [
    'a tag, whatever the provider had made of the tags',
    {
      type: 'aws_instance',
      path: ['tags', 'Owner'],
      declared: value('a'),
      live: absent,
      attributes: { tags: { Owner: 'a', x: 'y' }, tags_all: { Owner: 'a', x: 'y' } },
    },
    ['governance', 2, 'weakens'],
  ],
  [
    'a value that is masked',
    {
      type: 'aws_db_instance',
      path: ['publicly_accessible'],
      declared: value(false),
      live: { kind: 'redacted' },
    },
    ['security', 5, 'cannot-tell'],
  ],
  [
    'a secret of which both values are masked',
    {
      type: 'aws_ssm_parameter',
      path: ['value'],
      declared: { kind: 'redacted' },
      live: { kind: 'unknown', why: 'cut' },
    },
    ['availability', 3, 'cannot-tell'],
  ],
  [
    'a resource that is gone',
    { type: 'aws_flow_log', path: [], declared: value({}), live: absent },
    ['security', 4, 'weakens'],
  ],
  [
    'a resource that was made',
    {
      type: 'aws_lambda_function_url',
      path: [],
      declared: absent,
      live: value({}),
      attributes: { authorization_type: 'NONE' },
    },
    ['security', 5, 'weakens'],
  ],
  [
    'a container by its name',
    {
      type: 'apps/Deployment',
      path: [
        'spec',
        'template',
        'spec',
        'containers',
        { element: { name: 'app' } },
        'readinessProbe',
      ],
      declared: value({ tcpSocket: { port: 80 } }),
      live: absent,
      attributes: {
        spec: {
          template: { spec: { containers: [{ name: 'app', image: 'a' }, { name: 'log' }] } },
        },
      },
    },
    ['availability', 4, 'weakens'],
  ],
  [
    'a key of a map of which the others are not known',
    {
      type: 'core/ConfigMap',
      path: ['data', 'level'],
      declared: value('info'),
      live: absent,
    },
    ['availability', 3, 'either-way'],
  ],
  [
    'a field of an object of Kubernetes',
    { type: 'apps/Deployment', path: ['spec', 'replicas'], declared: value(3), live: value(0) },
    ['availability', 5, 'weakens'],
  ],
];

describe('the harm of one field', () => {
  it.each(table)('%s', (_, change, worst) => {
    const [first] = assessHarm(shipped, singleFieldChange(change));

    expect([first?.dimension, first?.severity, first?.doubt ?? first?.direction]).toEqual(worst);
  });

  it('does not show a secret', () => {
    const change: HarmedField = {
      type: 'aws_db_instance',
      path: ['backup_retention_period'],
      declared: value(1414),
      live: value(1313),
      secret: true,
    };
    const reported = JSON.stringify(assessHarm(shipped, singleFieldChange(change)));

    expect(reported).toContain('weakens');
    expect(reported).not.toMatch(/1414|1313/);
  });

  it('does not assume an element to be the only one if the others are unknown', () => {
    const disk = { device_name: '/dev/sdb', encrypted: true };
    const gone: HarmedField = {
      type: 'aws_instance',
      path: ['ebs_block_device', { element: disk }],
      declared: value(disk),
      live: absent,
    };

    expect(assessHarm(shipped, singleFieldChange(gone))).toEqual([]);
  });
});
