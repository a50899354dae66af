import type { WireType } from '../../src/providers/schema/format.ts';
import type { SourceAttribute, SourceBlock, SourceProvider } from './encode.ts';

/**
 * A provider's schema, reduced to what bindings generated from it still contain: attributes as
 * `[flags, shape, element]`, blocks under `>name` as `[flags, nesting, block]`. It lacks limits of
 * repetition, and which attributes are secret.
 */
export type Outline = Readonly<Record<string, OutlineBlock>>;

interface OutlineBlock {
  readonly [name: string]: OutlineAttribute | OutlineNested;
}

type OutlineAttribute = readonly [flags: string, shape?: string, element?: string];
type OutlineNested = readonly [flags: string, nesting: string, block: OutlineBlock];

/** The outline in the form that Terraform itself prints. */
export function fromOutline(outline: Outline): SourceProvider {
  const types = Object.entries(outline).map(([type, block]) => [
    type,
    { block: sourceBlock(type, block) },
  ]);
  return { resource_schemas: Object.fromEntries(types) };
}

function sourceBlock(type: string, block: OutlineBlock): SourceBlock {
  const entries = Object.entries(block);
  const attributes = entries.flatMap(([name, value]) =>
    isNested(value) ? [] : [[name, sourceAttribute(type, name, value)] as const],
  );
  const nested = entries.flatMap(([name, value]) =>
    isNested(value) ? [[name.slice(1), sourceNested(type, value)] as const] : [],
  );
  return { attributes: Object.fromEntries(attributes), block_types: Object.fromEntries(nested) };
}

function isNested(value: OutlineAttribute | OutlineNested): value is OutlineNested {
  return typeof value[2] === 'object';
}

type SourceNested = NonNullable<SourceBlock['block_types']>[string];

function sourceNested(type: string, [flags, nesting, block]: OutlineNested): SourceNested {
  const modes = { struct: 'single', list: 'list', set: 'set' } as const;
  if (nesting !== 'struct' && nesting !== 'list' && nesting !== 'set') {
    throw new Error(`unknown nesting ${nesting}`);
  }
  return {
    nesting_mode: modes[nesting],
    block: sourceBlock(type, block),
    min_items: flags === 'r' ? 1 : 0,
    max_items: 0,
  };
}

function sourceAttribute(
  type: string,
  name: string,
  [flags, shape, element]: OutlineAttribute,
): SourceAttribute {
  return {
    type: shape === undefined ? 'dynamic' : typeOf(shape, element ?? ''),
    required: flags.includes('r'),
    optional: flags.includes('o'),
    computed: flags.includes('c'),
    sensitive: holdsSecret(type, name),
  };
}

const scalars: Readonly<Record<string, WireType>> = { s: 'string', b: 'bool', n: 'number' };

function typeOf(shape: string, element: string): WireType {
  const inner = scalars[element.replace(/[[\]{}]/g, '')];
  if (shape === 'simple') return inner ?? 'dynamic';
  if (shape !== 'list' && shape !== 'set' && shape !== 'map') return 'dynamic';
  return [shape, inner ?? 'dynamic'];
}

const secretNames =
  /(?:^|_)(?:password|passphrase|secret|private_key|shared_key|access_key|account_key|raw_key|rsa_encrypted_key|connection_string|access_token|auth_token|auth_string|client_key|sas_token|sas_url|kube_config_raw|credentials|pfx_blob|pfx_certificate|secret_data|custom_data|sas|master_key|shared_secret|api_key|instrumentation_key|(?:primary|secondary)(?:_\w+)?_key|connection_string_\w+|token)$/;

/** Names with such endings that only refer to a secret or say how it is handled. */
const publicNames =
  /(?:_id|_name|_enabled|_version|_arn|_uri)$|^(?:allow|support|include|with)_credentials$/;

/** Attributes that are secret in types made for secrets. */
const secretValues: ReadonlySet<string> = new Set([
  'azurerm_app_configuration_key.value',
  'azurerm_automation_variable_string.value',
  'azurerm_key_vault_secret.value',
  'azurerm_key_vault_secret.value_wo',
  // In the block `connection_string`. These types have no other attribute of that name.
  'azurerm_linux_function_app.value',
  'azurerm_linux_web_app.value',
  'azurerm_windows_function_app.value',
  'azurerm_windows_web_app.value',
  'google_secret_manager_secret_version.secret_data_wo',
]);

/**
 * An outline does not mark secrets, so the name decides. Marking one too many is the safer choice.
 */
function holdsSecret(type: string, name: string): boolean {
  if (secretValues.has(`${type}.${name}`)) return true;
  return secretNames.test(name) && !publicNames.test(name);
}
