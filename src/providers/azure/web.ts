import type { Json, JsonObject } from '../../model/json.ts';
import { requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, number, set, textField, via } from '../catalog/sources.ts';
import { toEnabled, toSpelling } from './convert.ts';
import { repeated } from './repeated.ts';
import { siteCalls } from './site-config.ts';
import type { AzureType } from './spec.ts';
import { azureIdentity, tracked } from './spec.ts';

/** Settings of a site, below `root`, either in the body of the site or in a body of their own. */
function siteConfig(root: string, kind: 'app' | 'function'): CatalogAttributes {
  const from = (name: string): string => `${root}.${name}`;
  const settings: CatalogAttributes = {
    always_on: bool(from('alwaysOn')),
    app_command_line: textField(from('appCommandLine')),
    'cors.0.allowed_origins': set(from('cors.allowedOrigins')),
    ftps_state: via(from('ftpsState'), toSpelling('AllAllowed', 'Disabled', 'FtpsOnly')),
    health_check_path: textField(from('healthCheckPath')),
    http2_enabled: bool(from('http20Enabled')),
    ip_restriction: repeated(from('ipSecurityRestrictions'), {
      action: 'action',
      description: 'description',
      ip_address: built(({ request }) => addressOf(request, 'Default')),
      name: 'name',
      priority: number('priority'),
      service_tag: built(({ request }) => addressOf(request, 'ServiceTag')),
      virtual_network_subnet_id: 'vnetSubnetResourceId',
    }),
    ip_restriction_default_action: textField(from('ipSecurityRestrictionsDefaultAction')),
    load_balancing_mode: textField(from('loadBalancing')),
    minimum_tls_version: textField(from('minTlsVersion')),
    remote_debugging_enabled: bool(from('remoteDebuggingEnabled')),
    scm_minimum_tls_version: textField(from('scmMinTlsVersion')),
    use_32_bit_worker: bool(from('use32BitWorkerProcess')),
    vnet_route_all_enabled: bool(from('vnetRouteAllEnabled')),
    websockets_enabled: bool(from('webSocketsEnabled')),
    worker_count: number(from('numberOfWorkers')),
    ...(kind === 'app' ? {} : functionOnly(root)),
  };
  return Object.fromEntries(
    Object.entries(settings).map(([name, member]) => [`site_config.0.${name}`, member]),
  );
}

function functionOnly(root: string): CatalogAttributes {
  return {
    app_scale_limit: number(`${root}.functionAppScaleLimit`),
    elastic_instance_minimum: number(`${root}.minimumElasticInstanceCount`),
    pre_warmed_instance_count: number(`${root}.preWarmedInstanceCount`),
  };
}

/** An address and a service tag share a member; `tag` tells them apart. */
function addressOf(rule: Json, tag: string): Json | undefined {
  const own = textAt(rule, 'tag') ?? 'Default';
  return own === tag ? requestAt(rule, 'ipAddress') : undefined;
}

/** The stack of a Linux site, as in `NODE|20-lts` -> attribute. */
const stacks: Readonly<Record<string, string>> = {
  dotnetcore: 'dotnet_version',
  go: 'go_version',
  node: 'node_version',
  php: 'php_version',
  python: 'python_version',
  ruby: 'ruby_version',
};

function linuxStack(root: string, names: readonly string[]): CatalogAttributes {
  return Object.fromEntries(
    names.map((name) => [
      `site_config.0.application_stack.0.${name}`,
      built(({ request }) => {
        const [kind = '', version] = textAt(request, `${root}.linuxFxVersion`)?.split('|') ?? [];
        const stack = Object.hasOwn(stacks, kind.toLowerCase()) && stacks[kind.toLowerCase()];
        return stack === name ? version : undefined;
      }),
    ]),
  );
}

const appStacks = Object.values(stacks);
const functionStacks = ['dotnet_version', 'node_version', 'python_version'];

const site: CatalogAttributes = {
  ...azureIdentity,
  client_certificate_enabled: bool('properties.clientCertEnabled'),
  client_certificate_mode: textField('properties.clientCertMode'),
  enabled: bool('properties.enabled'),
  https_only: bool('properties.httpsOnly'),
  public_network_access_enabled: via('properties.publicNetworkAccess', toEnabled),
  service_plan_id: textField('properties.serverFarmId'),
  virtual_network_subnet_id: textField('properties.virtualNetworkSubnetId'),
};

const siteDefaults = {
  client_certificate_enabled: false,
  enabled: true,
  https_only: false,
  public_network_access_enabled: true,
};

const webApp: CatalogAttributes = {
  ...site,
  ...siteConfig('properties.siteConfig', 'app'),
  client_affinity_enabled: bool('properties.clientAffinityEnabled'),
};

const functionApp: CatalogAttributes = {
  ...site,
  ...siteConfig('properties.siteConfig', 'function'),
  daily_memory_time_quota: number('properties.dailyMemoryTimeQuota'),
};

function isKind(isFunction: boolean, isLinux: boolean) {
  return (body: JsonObject): boolean => {
    const words = (textAt(body, 'kind') ?? 'app').toLowerCase().split(',');
    return words.includes('functionapp') === isFunction && words.includes('linux') === isLinux;
  };
}

const arm = 'Microsoft.Web/sites';
const config = 'properties.siteConfig';
const appConfig = siteConfig('properties', 'app');
const functionConfig = siteConfig('properties', 'function');

export const siteTypes: readonly AzureType[] = [
  tracked({
    arm,
    type: 'azurerm_linux_web_app',
    when: isKind(false, true),
    fields: { ...webApp, ...linuxStack(config, appStacks) },
    calls: siteCalls({ ...appConfig, ...linuxStack('properties', appStacks) }),
    defaults: { ...siteDefaults, client_affinity_enabled: false },
  }),
  tracked({
    arm,
    type: 'azurerm_windows_web_app',
    when: isKind(false, false),
    fields: webApp,
    calls: siteCalls(appConfig),
    defaults: { ...siteDefaults, client_affinity_enabled: false },
  }),
  tracked({
    arm,
    type: 'azurerm_linux_function_app',
    when: isKind(true, true),
    fields: { ...functionApp, ...linuxStack(config, functionStacks) },
    calls: siteCalls({ ...functionConfig, ...linuxStack('properties', functionStacks) }),
    defaults: siteDefaults,
  }),
  tracked({
    arm,
    type: 'azurerm_windows_function_app',
    when: isKind(true, false),
    fields: functionApp,
    calls: siteCalls(functionConfig),
    defaults: siteDefaults,
  }),
];

export const servicePlan: AzureType = tracked({
  arm: 'Microsoft.Web/serverfarms',
  type: 'azurerm_service_plan',
  fields: {
    maximum_elastic_worker_count: number('properties.maximumElasticWorkerCount'),
    per_site_scaling_enabled: bool('properties.perSiteScaling'),
    sku_name: textField('sku.name'),
    worker_count: number('sku.capacity'),
    zone_balancing_enabled: bool('properties.zoneRedundant'),
  },
  fixed: { os_type: built(({ request }) => systemOf(request)) },
  defaults: { per_site_scaling_enabled: false, zone_balancing_enabled: false },
});

function systemOf(body: Json): string {
  if (requestAt(body, 'properties.hyperV') === true) return 'WindowsContainer';
  const isLinux = requestAt(body, 'properties.reserved') === true;
  return isLinux || textAt(body, 'kind')?.toLowerCase().includes('linux') === true
    ? 'Linux'
    : 'Windows';
}
