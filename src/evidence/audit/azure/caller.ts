import type { Caller } from '../../../model/event.ts';
import { type JsonObject, own } from '../../../model/json.ts';
import { defined } from '../core/fields.ts';
import { firstText } from './parts.ts';
import type { AzureFields } from './types.ts';

const schemas = 'http://schemas.microsoft.com/identity/claims';
const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** Applications of Microsoft's own portal, according to its list of first-party applications. */
const portals: ReadonlySet<string> = new Set(['c44b4083-3bb0-49c1-b47d-974e53cbdf3c']);

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** `Microsoft.Insights/autoscaleSettings`: a service instead of a caller. */
const serviceName = /^Microsoft\.[\w.]+(?:\/\w+)*$/i;

type CallerType = 'User' | 'ServicePrincipal' | 'ManagedIdentity' | 'AzureService' | 'Unknown';

/**
 * Who called, from the claims of the token, or from the little that a record without claims says.
 */
export function azureCallerOf(fields: AzureFields): Caller {
  const { claims, caller } = fields;
  const type = typeOf(fields);
  const application = idAt(claims, 'appid', 'azp');
  const service = type === 'AzureService' ? (caller ?? serviceIn(claims)) : undefined;
  return defined({
    type,
    principal: principalOf(fields, type, application),
    account: idAt(claims, `${schemas}/tenantid`, 'tid') ?? fields.tenantId?.toLowerCase(),
    userName: userNameOf(fields, type, application),
    federatedBy: firstText(claims, 'xms_mirid')?.toLowerCase(),
    invokedBy: service,
    application,
    // The Activity Log has no user agent.
    userAgent: '',
    sourceIp: fields.ip ?? firstText(claims, 'ipaddr') ?? '',
    fromConsole: isFromPortal(claims, type, application),
  });
}

/**
 * A token states its type (`idtyp`) only if its application asked for that; a user's token has a
 * delegated scope or a user principal name, and a managed identity's names its resource.
 */
function typeOf({ claims, authorization, caller }: AzureFields): CallerType {
  if (firstText(claims, 'xms_mirid') !== undefined) return 'ManagedIdentity';
  if (firstText(claims, 'idtyp') === 'app') return 'ServicePrincipal';
  if (firstText(claims, `${schemas}/scope`, 'scp') !== undefined || upnOf(claims) !== undefined) {
    return 'User';
  }
  if (firstText(claims, 'idtyp', 'puid') !== undefined) return 'User';
  if (idAt(claims, 'appid', 'azp') !== undefined) return 'ServicePrincipal';
  const evidence = evidenceOf(authorization)?.type;
  if (evidence !== undefined) return evidence;
  if (caller === undefined) return serviceIn(claims) === undefined ? 'Unknown' : 'AzureService';
  if (caller.includes('@')) return 'User';
  if (guid.test(caller)) return 'ServicePrincipal';
  return serviceName.test(caller) ? 'AzureService' : 'Unknown';
}

/**
 * For a service that acts on its own, Event Hubs get records without a caller; its name is in the
 * claims.
 */
function serviceIn(claims: JsonObject): string | undefined {
  const name = firstText(claims, `${soap}/spn`, 'spn');
  return name !== undefined && serviceName.test(name) ? name : undefined;
}

/**
 * The object id, which stays the same from token to token. An application has one in each tenant.
 */
function principalOf(
  { claims, authorization, caller }: AzureFields,
  type: CallerType,
  application: string | undefined,
): string {
  const evidence = evidenceOf(authorization);
  return (
    idAt(claims, `${schemas}/objectidentifier`, 'oid') ??
    (evidence?.type === type ? evidence.id : undefined) ??
    (type === 'User' ? undefined : application) ??
    (type === 'AzureService'
      ? (caller ?? serviceIn(claims))
      : (caller ?? upnOf(claims))?.toLowerCase()) ??
    'unknown'
  );
}

function userNameOf(
  { claims, caller }: AzureFields,
  type: CallerType,
  application: string | undefined,
): string | undefined {
  switch (type) {
    case 'User':
      return upnOf(claims) ?? (caller?.includes('@') === true ? caller : undefined);
    case 'ManagedIdentity':
      return firstText(claims, 'xms_mirid')?.split('/').at(-1);
    case 'ServicePrincipal':
      // A token without a user is only issued to an application that authenticates itself.
      return application;
    case 'AzureService':
    case 'Unknown':
      return undefined;
  }
}

function upnOf(claims: JsonObject): string | undefined {
  const name = firstText(claims, `${soap}/upn`, 'upn', `${soap}/name`, 'unique_name');
  return name?.includes('@') === true ? name.replace(/^live\.com#/, '') : undefined;
}

interface Evidence {
  readonly type: 'User' | 'ServicePrincipal';
  readonly id: string;
}

/** The principal that the role was assigned to; a group is not a caller. */
function evidenceOf(authorization: JsonObject): Evidence | undefined {
  const value = own(authorization, 'evidence');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const evidence = value as JsonObject;
  const id = firstText(evidence, 'principalId')?.toLowerCase().replaceAll('-', '');
  const type = firstText(evidence, 'principalType');
  if (id === undefined || !/^[\da-f]{32}$/.test(id)) return undefined;
  if (type !== 'User' && type !== 'ServicePrincipal') return undefined;
  return { type, id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

/** The portal authenticates itself by a secret or a certificate; anybody could use a mere id. */
function isFromPortal(
  claims: JsonObject,
  type: CallerType,
  application: string | undefined,
): boolean {
  const proof = firstText(claims, 'appidacr', 'azpacr');
  const proven = proof === '1' || proof === '2';
  return type === 'User' && proven && application !== undefined && portals.has(application);
}

function idAt(claims: JsonObject, ...names: readonly string[]): string | undefined {
  return firstText(claims, ...names)?.toLowerCase();
}
