import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { own } from '../../model/json.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { toText } from '../catalog/convert.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { redactedEffect, refTo, setLogged } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { requestAt, requireText } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { setMembers } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

export const ssmService = 'ssm.amazonaws.com';
const parameter = 'aws_ssm_parameter';

/**
 * A parameter by name or ARN. The ARN has only one slash in front of a name that starts with a
 * slash.
 */
function parameterRef(event: AuditEvent, estate: Estate, given: string): ResourceRef {
  if (splitArn(given) !== undefined) return refTo(parameter, { arn: given });
  const arn = arnIn(event, 'ssm', `parameter/${given.replace(/^\//, '')}`);
  return localRef(event, estate, parameter, { name: given }, arn);
}

function namedParameter(event: AuditEvent, estate: Estate): ResourceRef {
  return parameterRef(event, estate, requireText(event.request, 'name'));
}

const attributes: CatalogAttributes = {
  allowed_pattern: 'allowedPattern',
  data_type: 'dataType',
  description: 'description',
  key_id: 'keyId',
  tier: 'tier',
  type: 'type',
};

const spec: CreateSpec = {
  type: parameter,
  keys: [],
  attributes: { name: 'name', ...attributes },
  tags: 'tags',
  defaults: { data_type: 'text', key_id: 'alias/aws/ssm', tier: 'Standard' },
  importId: 'name',
};

/** Every call has the value, and the log masks it for every type of parameter. */
function valueEffect(event: AuditEvent, estate: Estate, ref: ResourceRef): DraftEffect {
  const insecure = estate.find(ref)?.declares('insecure_value') === true;
  const path = [insecure ? 'insecure_value' : 'value'];
  const raw = requestAt(event.request, 'value');
  return raw === undefined ? redactedEffect(ref, path) : setLogged(ref, path, raw, toText);
}

function putParameter(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = namedParameter(event, estate);
  const value = valueEffect(event, estate, ref);
  if (estate.find(ref) === undefined) return [...creationEntry(event, estate, spec, ref), value];
  return [...setMembers(event, ref, attributes), value];
}

/** Types by the `resourceType` of tagging calls, with the attribute that holds the id. */
const taggable: Readonly<Record<string, readonly [type: string, attribute: string]>> = {
  Association: ['aws_ssm_association', 'association_id'],
  Document: ['aws_ssm_document', 'name'],
  MaintenanceWindow: ['aws_ssm_maintenance_window', 'id'],
  PatchBaseline: ['aws_ssm_patch_baseline', 'id'],
};

function tagged(event: AuditEvent, estate: Estate): ResourceRef | undefined {
  const kind = requireText(event.request, 'resourceType');
  const id = requireText(event.request, 'resourceId');
  if (kind === 'Parameter') return parameterRef(event, estate, id);
  const found = own(taggable, kind);
  return found === undefined ? undefined : refTo(found[0], { [found[1]]: id });
}

export const ssmEntries = aws(ssmService, [
  {
    type: parameter,
    identity: namedParameter,
    defaults: { ...spec.defaults },
    calls: {
      PutParameter: { special: putParameter, reads: spec.attributes },
      DeleteParameter: 'delete',
      DeleteParameters: { does: 'delete', each: { in: 'names', as: 'name' } },
    },
  },
  {
    type: parameter,
    also: Object.values(taggable).map(([type]) => type),
    identity: tagged,
    calls: { AddTagsToResource: { tag: 'tags' }, RemoveTagsFromResource: { untag: 'tagKeys' } },
  },
  {
    ignores: [
      'CancelCommand',
      'CancelMaintenanceWindowExecution',
      'CreateOpsItem',
      'LabelParameterVersion',
      'PutComplianceItems',
      'PutInventory',
      'RegisterManagedInstance',
      'ResumeSession',
      'SendAutomationSignal',
      'SendCommand',
      'StartAssociationsOnce',
      'StartAutomationExecution',
      'StartSession',
      'StopAutomationExecution',
      'TerminateSession',
      'UnlabelParameterVersion',
      'UpdateInstanceAssociationStatus',
      'UpdateInstanceInformation',
      'UpdateOpsItem',
    ],
  },
]);
