import type { ResourceRef } from '../../model/effect.ts';
import type { Json } from '../../model/json.ts';
import { isJsonObject, jsonAt, own } from '../../model/json.ts';
import { isMasked } from '../../model/masked.ts';
import { effect, redactedEffect, setEffect, unknownChange } from '../catalog/effects.ts';
import { requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import type { PartCall, PartCalls } from './spec.ts';

/**
 * Calls on parts of a site, `sites/NAME/config/appsettings`; `settings` are those of `config/web`.
 */
export function siteCalls(settings: CatalogAttributes): PartCalls {
  return { 'config/write': { set: settings, custom: configEffects } };
}

function configEffects({
  event,
  ref,
  managed,
  part,
}: PartCall): readonly DraftEffect[] | undefined {
  const body = requestAt(event.request, 'body') ?? requestAt(event.response, 'body');
  if (body === undefined) return [unknownPart(ref, part)];
  if (part === 'web') return undefined;
  if (part !== 'appsettings') return [unknownPart(ref, part)];
  return appSettings(ref, requestAt(body, 'properties') ?? {}, managed);
}

/** A change to the settings of a part whose values the log lacks. */
function unknownPart(ref: ResourceRef, part: string): DraftEffect {
  const attribute: Readonly<Record<string, string>> = {
    appsettings: 'app_settings',
    connectionstrings: 'connection_string',
    logs: 'logs',
    slotconfignames: 'sticky_settings',
    web: 'site_config',
  };
  const name = own(attribute, part);
  if (name === undefined) return unknownChange(ref);
  const kind = name === 'connection_string' ? 'redacted' : 'omitted';
  return effect(ref, { kind: 'set', path: [name], value: { kind } });
}

const secretName =
  /(?:password|passwd|pwd|secret|token|connectionstring|accountkey|apikey|api_key|_key$|key$|sas$)/i;
const secretValue =
  /(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd)\s*=|[?&]sig=/i;

/** Settings that the platform adds. The provider hides them or has arguments for them. */
const platform =
  /^(?:AzureWebJobs(?:Storage|Dashboard)(?:__\w+)?|FUNCTIONS_(?:EXTENSION_VERSION|WORKER_RUNTIME(?:_VERSION)?)|APPINSIGHTS_INSTRUMENTATIONKEY|APPLICATIONINSIGHTS_CONNECTION_STRING|WEBSITE_(?:CONTENTAZUREFILECONNECTIONSTRING|CONTENTSHARE|CONTENTOVERVNET|NODE_DEFAULT_VERSION|HTTPLOGGING_RETENTION_DAYS|HEALTHCHECK_\w+|RUN_FROM_PACKAGE)|DOCKER_\w+|WEBSITES_ENABLE_APP_SERVICE_STORAGE|DIAGNOSTICS_\w+)$/;

/**
 * A write replaces all settings. A value that may be a secret counts as known only if the state has
 * the same value, so that it did not change.
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
      hidden.push(redactedEffect(ref, ['app_settings', name]));
    } else known.push([name, value]);
  }
  return [setEffect(ref, ['app_settings'], Object.fromEntries(known)), ...hidden];
}

function isSecret(name: string, value: string): boolean {
  // A reference to a vault names a secret, but is not one itself.
  if (value.startsWith('@Microsoft.KeyVault(')) return false;
  return isMasked(value) || secretName.test(name) || secretValue.test(value);
}
