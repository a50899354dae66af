import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { readLogValue } from '../../model/masked.ts';
import {
  addEffect,
  redactedEffect,
  removeEffect,
  setEffect,
  unknownChange,
} from '../catalog/effects.ts';
import { boolAt, objectsAt, requireText, textAt, textsAt } from '../catalog/request.ts';
import { set } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { rdsNaming, rdsService as service } from './rds.ts';

interface Kind {
  readonly type: string;
  readonly apiName: string;
  readonly naming: ReturnType<typeof rdsNaming>;
  readonly name: string;
}

const instanceGroup: Kind = {
  type: 'aws_db_parameter_group',
  apiName: 'DBParameterGroup',
  naming: rdsNaming('pg', 'dBParameterGroupName'),
  name: 'dBParameterGroupName',
};
const clusterGroup: Kind = {
  type: 'aws_rds_cluster_parameter_group',
  apiName: 'DBClusterParameterGroup',
  naming: rdsNaming('cluster-pg', 'dBClusterParameterGroupName'),
  name: 'dBClusterParameterGroupName',
};

const block = ['parameter'];

/** Terraform has names and methods in lower case. */
function parameterName(parameter: JsonObject): string {
  return requireText(parameter, 'parameterName').toLowerCase();
}

function modify(kind: Kind) {
  return (event: AuditEvent, estate: Estate): readonly DraftEffect[] => {
    const ref = kind.naming(event, estate);
    if (event.omitted.includes('request')) return [unknownChange(ref)];
    return objectsAt(event.request, 'parameters').flatMap((parameter): readonly DraftEffect[] => {
      const name = parameterName(parameter);
      const value = textAt(parameter, 'parameterValue') ?? '';
      if (readLogValue(value).kind !== 'known') {
        return [redactedEffect(ref, block)];
      }
      const method = textAt(parameter, 'applyMethod')?.toLowerCase();
      const element = { name, value, ...(method === undefined ? {} : { apply_method: method }) };
      return [removeEffect(ref, block, { name }), addEffect(ref, block, element)];
    });
  };
}

function reset(kind: Kind) {
  return (event: AuditEvent, estate: Estate): readonly DraftEffect[] => {
    const ref = kind.naming(event, estate);
    const parameters = objectsAt(event.request, 'parameters');
    if (boolAt(event.request, 'resetAllParameters') === true || parameters.length === 0) {
      return [setEffect(ref, block, [])];
    }
    return parameters.map((one) => removeEffect(ref, block, { name: parameterName(one) }));
  };
}

function parameterGroup(kind: Kind): readonly CatalogEntry[] {
  const { type, apiName, naming, name } = kind;
  return aws(service, [
    {
      type,
      identity: naming,
      fields: { description: 'description', family: 'dBParameterGroupFamily', name },
      tags: 'tags',
      importId: name,
      calls: {
        [`Create${apiName}`]: 'create',
        [`Modify${apiName}`]: { special: modify(kind) },
        [`Reset${apiName}`]: { special: reset(kind) },
        [`Delete${apiName}`]: 'delete',
      },
    },
  ]);
}

const snapshotRef = rdsNaming('snapshot', 'dBSnapshotIdentifier');

/** Parameter groups, subnet groups, and snapshots with the accounts that they are shared with. */
export const rdsGroupEntries: readonly CatalogEntry[] = [
  ...parameterGroup(instanceGroup),
  ...parameterGroup(clusterGroup),
  ...aws(service, [
    {
      type: 'aws_db_subnet_group',
      identity: rdsNaming('subgrp', 'dBSubnetGroupName'),
      fields: {
        description: 'dBSubnetGroupDescription',
        name: 'dBSubnetGroupName',
        subnet_ids: set('subnetIds'),
      },
      tags: 'tags',
      importId: 'dBSubnetGroupName',
      calls: {
        CreateDBSubnetGroup: 'create',
        ModifyDBSubnetGroup: {
          set: { description: 'dBSubnetGroupDescription', subnet_ids: set('subnetIds') },
        },
        DeleteDBSubnetGroup: 'delete',
      },
    },
    {
      type: 'aws_db_snapshot',
      identity: snapshotRef,
      fields: {
        db_instance_identifier: 'dBInstanceIdentifier',
        db_snapshot_identifier: 'dBSnapshotIdentifier',
      },
      tags: 'tags',
      importId: 'dBSnapshotIdentifier',
      calls: {
        CreateDBSnapshot: 'create',
        DeleteDBSnapshot: 'delete',
        ModifyDBSnapshotAttribute: {
          special: (event, estate) => {
            if (textAt(event.request, 'attributeName') !== 'restore') return [];
            const ref = snapshotRef(event, estate);
            const accounts = (list: string) => textsAt(event.request, list);
            return [
              ...accounts('valuesToRemove').map((one) =>
                removeEffect(ref, ['shared_accounts'], one),
              ),
              ...accounts('valuesToAdd').map((one) => addEffect(ref, ['shared_accounts'], one)),
            ];
          },
        },
      },
    },
  ]),
];
