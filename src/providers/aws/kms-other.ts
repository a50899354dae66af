import type { AuditEvent } from '../../model/event.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { refTo, setEffect } from '../catalog/effects.ts';
import { refByName } from '../catalog/naming.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { response, set } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { keyIdOf, keyRef, kmsService, requestedKey } from './kms-key.ts';

const alias = 'aws_kms_alias';
const grant = 'aws_kms_grant';
const store = 'aws_kms_custom_key_store';

const aliasRef = refByName(alias, 'aliasName', ['kms', '']);

/** The new target keeps the form that the code has: the key's id or its ARN. */
function retarget(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = aliasRef(event, estate);
  const target = requireText(event.request, 'targetKeyId');
  const before = textAt(estate.find(ref)?.attributes, 'target_key_id') ?? '';
  const arn = splitArn(target) === undefined ? arnIn(event, 'kms', `key/${target}`) : target;
  const value = splitArn(before) === undefined ? keyIdOf(target) : arn;
  return [setEffect(ref, ['target_key_id'], value)];
}

/** AWS services create grants for every volume and table, which nobody writes in code. */
function isServiceGrant({ caller, request }: AuditEvent): boolean {
  const grantee = textAt(request, 'granteePrincipal') ?? '';
  const isService = (name: string): boolean => name.endsWith('.amazonaws.com');
  return isService(caller.invokedBy ?? '') || isService(grantee) || /^\d+:aws:/.test(grantee);
}

export const kmsOtherEntries = aws(kmsService, [
  {
    type: alias,
    identity: aliasRef,
    fields: { name: 'aliasName', target_key_id: 'targetKeyId' },
    importId: 'aliasName',
    parent: {
      type: 'aws_kms_key',
      keys: (event, estate) => keyRef(event, estate, requireText(event.request, 'targetKeyId')),
    },
    calls: {
      CreateAlias: 'create',
      DeleteAlias: 'delete',
      UpdateAlias: { special: retarget },
    },
  },
  {
    type: grant,
    identity: ({ request }) => {
      const grant_id = textAt(request, 'grantId');
      return grant_id === undefined ? undefined : refTo(grant, { grant_id });
    },
    created: (event) =>
      isServiceGrant(event)
        ? undefined
        : refTo(grant, { grant_id: textAt(event.response, 'grantId') }),
    fields: {
      name: 'name',
      key_id: 'keyId',
      grantee_principal: 'granteePrincipal',
      operations: set('operations'),
      retiring_principal: 'retiringPrincipal',
    },
    importId: ({ request, response }) => {
      const keyId = textAt(request, 'keyId');
      const grantId = textAt(response, 'grantId');
      return keyId === undefined || grantId === undefined ? undefined : `${keyId}:${grantId}`;
    },
    parent: { type: 'aws_kms_key', keys: requestedKey },
    calls: { CreateGrant: 'create', RevokeGrant: 'delete', RetireGrant: 'delete' },
  },
  {
    type: store,
    identity: [{ id: 'customKeyStoreId' }],
    created: [{ id: response('customKeyStoreId') }],
    fields: {
      custom_key_store_name: 'customKeyStoreName',
      cloud_hsm_cluster_id: 'clusterId',
      custom_key_store_type: 'customKeyStoreType',
      xks_proxy_connectivity: 'xksProxyConnectivity',
      xks_proxy_uri_endpoint: 'xksProxyUriEndpoint',
      xks_proxy_uri_path: 'xksProxyUriPath',
      xks_proxy_vpc_endpoint_service_name: 'xksProxyVpcEndpointServiceName',
    },
    defaults: { custom_key_store_type: 'AWS_CLOUDHSM' },
    importId: response('customKeyStoreId'),
    calls: {
      CreateCustomKeyStore: 'create',
      UpdateCustomKeyStore: {
        set: {
          custom_key_store_name: 'newCustomKeyStoreName',
          cloud_hsm_cluster_id: 'clusterId',
          key_store_password: 'keyStorePassword',
          xks_proxy_connectivity: 'xksProxyConnectivity',
          xks_proxy_uri_endpoint: 'xksProxyUriEndpoint',
          xks_proxy_uri_path: 'xksProxyUriPath',
        },
      },
      DeleteCustomKeyStore: 'delete',
    },
  },
  {
    ignores: [
      'ConnectCustomKeyStore',
      'Decrypt',
      'DeleteExpiredKeyMaterial',
      'DeleteImportedKeyMaterial',
      'DisconnectCustomKeyStore',
      'Encrypt',
      'GenerateDataKey',
      'ImportKeyMaterial',
      'ReEncrypt',
      'RotateKey',
      'RotateKeyOnDemand',
      'SynchronizeMultiRegionKey',
      'UpdatePrimaryRegion',
    ],
  },
]);
