import { describe, expect, it } from 'vitest';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../src/code/terraform/state/parse.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { withParts } from '../../../src/reconcile/drift/cascade.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { projectOf } from '../../stages/patch/harness.ts';

type Declared = Readonly<Record<string, JsonObject>>;

const schema = loadSchema();

function deletedWith(whole: string, resources: Declared): readonly string[] {
  const text = Object.keys(resources)
    .map((address) => `resource "${address.replace('.', '" "')}" {}\n`)
    .join('');
  const state = parseState(
    JSON.stringify({
      version: 4,
      terraform_version: '1.11.4',
      serial: 1,
      lineage: 'x',
      outputs: {},
      resources: Object.entries(resources).map(([address, attributes]) => ({
        mode: 'managed',
        type: address.split('.')[0],
        name: address.split('.')[1],
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        instances: [{ schema_version: 0, attributes }],
      })),
    }),
    'terraform.tfstate',
  );
  if (!state.ok) throw new Error(state.error.message);
  const goal: Goal = {
    kind: 'delete',
    drift: 'd-1',
    address: whole,
    type: whole.split('.')[0] ?? '',
  };
  const { evaluation } = projectOf({ 'main.tf': text }).project;
  const index = createStateIndex(state.value, schema);
  return withParts([goal], evaluation, index).map(({ address }) => address);
}

describe('what a deleted resource takes with it', () => {
  it.each<[string, string, Declared]>([
    [
      'settings of a bucket',
      'aws_s3_bucket.a',
      {
        'aws_s3_bucket.a': { id: 'a', bucket: 'a' },
        'aws_s3_bucket.b': { id: 'b', bucket: 'b' },
        'aws_s3_bucket_versioning.a': { id: 'a', bucket: 'a' },
        'aws_s3_bucket_versioning.b': { id: 'b', bucket: 'b' },
      },
    ],
    [
      'users of a database, not those of its namesake in another project',
      'google_sql_database_instance.a',
      {
        'google_sql_database_instance.a': { id: 'main', name: 'main', project: 'shop' },
        'google_sql_database_instance.b': { id: 'main', name: 'main', project: 'lab' },
        'google_sql_user.a': { id: 'app//main', instance: 'main', project: 'shop' },
        'google_sql_user.b': { id: 'app//main', instance: 'main', project: 'lab' },
      },
    ],
    [
      'members of a bucket of Google Cloud',
      'google_storage_bucket.a',
      {
        'google_storage_bucket.a': { id: 'logs', name: 'logs', project: 'shop' },
        'google_storage_bucket_iam_member.a': { bucket: 'b/logs', role: 'r' },
        'google_storage_bucket_iam_member.b': { bucket: 'b/other', role: 'r' },
      },
    ],
    [
      'a version and the policy of a secret',
      'aws_secretsmanager_secret.a',
      {
        'aws_secretsmanager_secret.a': { id: 'arn:a', arn: 'arn:a', name: 'a' },
        'aws_secretsmanager_secret_policy.a': { id: 'arn:a', secret_arn: 'arn:a' },
        'aws_secretsmanager_secret_version.a': { id: 'arn:a|1', secret_id: 'arn:a' },
        'aws_secretsmanager_secret_version.b': { id: 'arn:b|1', secret_id: 'arn:b' },
      },
    ],
    [
      'a policy of a queue',
      'aws_sqs_queue.a',
      {
        'aws_sqs_queue.a': { id: 'https://q/a', url: 'https://q/a', name: 'a' },
        'aws_sqs_queue_policy.a': { id: 'https://q/a', queue_url: 'https://q/a' },
        'aws_sqs_queue_policy.b': { id: 'https://q/b', queue_url: 'https://q/b' },
      },
    ],
    [
      'subscriptions of a topic',
      'aws_sns_topic.a',
      {
        'aws_sns_topic.a': { id: 'arn:a', arn: 'arn:a' },
        'aws_sns_topic_subscription.a': { id: 'arn:a:1', topic_arn: 'arn:a' },
        'aws_sns_topic_subscription.b': { id: 'arn:b:1', topic_arn: 'arn:b' },
      },
    ],
  ])('%s', (_, whole, resources) => {
    const all = Object.keys(resources);

    expect(deletedWith(whole, resources)).toEqual(all.filter((each) => each.endsWith('.a')));
  });

  it('is what lies below an id of Azure, whatever its case, and references of its parts', () => {
    const group = '/subscriptions/s/resourceGroups/rg';
    const net = `${group}/providers/Microsoft.Network`;
    const resources = {
      'azurerm_virtual_network.a': { id: `${net}/virtualNetworks/a` },
      'azurerm_subnet.a': { id: `${net}/virtualNetworks/A/subnets/s`.toUpperCase() },
      'azurerm_subnet_route_table_association.a': {
        id: `${net}/virtualNetworks/a/subnets/s`,
        subnet_id: `${net}/virtualNetworks/a/subnets/s`,
      },
      'azurerm_monitor_diagnostic_setting.a': { id: `${net}/virtualNetworks/a|logs` },
      'azurerm_virtual_network.ab': { id: `${net}/virtualNetworks/ab` },
      'azurerm_resource_group.g': { id: group },
    };
    const all = Object.keys(resources);

    expect([...deletedWith('azurerm_virtual_network.a', resources)].sort()).toEqual(
      all.filter((each) => each.endsWith('.a')).sort(),
    );
    expect([...deletedWith('azurerm_resource_group.g', resources)].sort()).toEqual(all.sort());
    expect(deletedWith('azurerm_subnet_route_table_association.a', resources)).toHaveLength(1);
    expect(deletedWith('azurerm_subnet.a', resources)).toHaveLength(2);
  });

  it('is nothing where AWS refuses to delete what has parts', () => {
    const resources = {
      'aws_iam_role.a': { id: 'a', name: 'a' },
      'aws_iam_role_policy.a': { id: 'a:p', role: 'a' },
    };

    expect(deletedWith('aws_iam_role.a', resources)).toEqual(['aws_iam_role.a']);
  });
});
