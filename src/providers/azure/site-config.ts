import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject, jsonAt } from '../../model/json.ts';
import { isMasked } from '../../model/masked.ts';
import { effect, setEffect, unknownChange } from '../catalog/effects.ts';
import { requestAt, requireText, textAt } from '../catalog/request.ts';
import { setMembers } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { armId, nameIn } from './arm-id.ts';
import { withState } from './merge.ts';
import type { AzureTable } from './table.ts';
import { findType } from './table.ts';
import { functionStacks, linuxStack, siteConfig } from './web.ts';

const arm = 'Microsoft.Web/sites';

/** Parts of a site that have calls of their own: `sites/NAME/config/appsettings`. */
export function siteConfigEntry(table: AzureTable): CatalogEntry {
  return {
    service: 'microsoft.web',
    operations: ['sites/config/write'],
    types: table.specs(arm.toLowerCase()).map(({ type }) => type),
    effects: (event, estate) => configEffects(event, estate, table),
  };
}

function configEffects(
  event: AuditEvent,
  estate: Estate,
  table: AzureTable,
): readonly DraftEffect[] {
  const written = requireText(event.request, 'resourceId');
  const site = written.replace(/\/config\/[^/]+$/, '');
  const found = findType(table, estate, armId(site, arm, table.spelling));
  if (found === undefined) return [];
  const { ref, managed, spec } = found;
  const body = requestAt(event.request, 'body') ?? requestAt(event.response, 'body');
  const part = nameIn(written);
  if (body === undefined) return [unknownPart(ref, part)];
  switch (part) {
    case 'appsettings':
      return appSettings(ref, requestAt(body, 'properties') ?? {}, managed);
    case 'web': {
      const isFunction = spec.type.includes('function');
      const attributes = {
        ...siteConfig('properties', isFunction ? 'function' : 'app'),
        ...(spec.type.startsWith('azurerm_linux')
          ? linuxStack('properties', stacksOf(isFunction))
          : {}),
      };
      return withState(
        setMembers({ ...event, request: { ...asObject(body) } }, ref, attributes),
        managed,
      );
    }
    default:
      return [unknownPart(ref, part)];
  }
}

function stacksOf(isFunction: boolean): readonly string[] {
  return isFunction
    ? functionStacks
    : [...functionStacks, 'go_version', 'php_version', 'ruby_version'];
}

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** What a part holds that the log does not give. */
function unknownPart(ref: ResourceRef, part: string): DraftEffect {
  const attribute: Readonly<Record<string, string>> = {
    appsettings: 'app_settings',
    connectionstrings: 'connection_string',
    logs: 'logs',
    slotconfignames: 'sticky_settings',
    web: 'site_config',
  };
  const name = Object.hasOwn(attribute, part) ? attribute[part] : undefined;
  if (name === undefined) return unknownChange(ref);
  const kind = name === 'connection_string' ? 'redacted' : 'omitted';
  return effect(ref, { kind: 'set', path: [name], value: { kind } });
}

const secretName =
  /(?:password|passwd|pwd|secret|token|connectionstring|accountkey|apikey|api_key|_key$|key$|sas$)/i;
const secretValue =
  /(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd)\s*=|[?&]sig=/i;

/** Settings that the platform adds, and that the provider hides or has arguments for. */
const platform =
  /^(?:AzureWebJobs(?:Storage|Dashboard)(?:__\w+)?|FUNCTIONS_(?:EXTENSION_VERSION|WORKER_RUNTIME(?:_VERSION)?)|APPINSIGHTS_INSTRUMENTATIONKEY|APPLICATIONINSIGHTS_CONNECTION_STRING|WEBSITE_(?:CONTENTAZUREFILECONNECTIONSTRING|CONTENTSHARE|CONTENTOVERVNET|NODE_DEFAULT_VERSION|HTTPLOGGING_RETENTION_DAYS|HEALTHCHECK_\w+|RUN_FROM_PACKAGE)|DOCKER_\w+|WEBSITES_ENABLE_APP_SERVICE_STORAGE|DIAGNOSTICS_\w+)$/;

/**
 * A write replaces all settings. One that may be a secret is known only if the state has the very
 * same value: then it did not change.
 */
function appSettings(
  ref: ResourceRef,
  raw: Json,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  if (!isJsonObject(raw)) return [unknownPart(ref, 'appsettings')];
  const before = requestAt(managed?.attributes, 'app_settings') ?? {};
  const known: [string, Json][] = [];
  const hidden: DraftEffect[] = [];
  for (const name of Object.keys(raw).sort()) {
    const value = textAt(raw, name) ?? '';
    const old = jsonAt(before, name);
    if (old === undefined && platform.test(name)) continue;
    if (old !== value && isSecret(name, value)) {
      hidden.push(
        effect(ref, { kind: 'set', path: ['app_settings', name], value: { kind: 'redacted' } }),
      );
    } else known.push([name, value]);
  }
  return [setEffect(ref, ['app_settings'], Object.fromEntries(known)), ...hidden];
}

function isSecret(name: string, value: string): boolean {
  // A reference to a vault names a secret, and is none.
  if (value.startsWith('@Microsoft.KeyVault(')) return false;
  return isMasked(value) || secretName.test(name) || secretValue.test(value);
}
