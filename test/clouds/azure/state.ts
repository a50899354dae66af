import { parseAddress } from '../../../src/code/terraform/address.ts';
import { subscription } from './records.ts';

type Attributes = Readonly<Record<string, unknown>>;

export interface Managed {
  readonly address: string;
  readonly attributes: Attributes;
}

/** The id of a resource in a resource group. */
export function armId(group: string, path: string): string {
  return `/subscriptions/${subscription}/resourceGroups/${group}/providers/${path}`;
}

/** A resource with location and tags, as azurerm leaves it in a state. */
export function placed(
  address: string,
  group: string,
  path: string,
  attributes: Attributes,
  location = 'westeurope',
): Managed {
  return part(address, group, path, { location, tags: {}, ...attributes });
}

/** A resource without its own location and tags. */
export function part(
  address: string,
  group: string,
  path: string,
  attributes: Attributes,
): Managed {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const own = { id: armId(group, path), name, resource_group_name: group };
  return { address, attributes: { ...own, ...attributes, timeouts: null } };
}

/** A state file of version 4. */
export function stateFile(resources: readonly Managed[]): string {
  const blocks = resources.map(({ address, attributes }) => {
    const parsed = parseAddress(address);
    if (parsed === undefined) throw new Error(`no address: ${address}`);
    const { type, name, key, modules } = parsed;
    const module = modules
      .map((step) =>
        step.key === undefined
          ? `module.${step.name}`
          : `module.${step.name}[${JSON.stringify(step.key)}]`,
      )
      .join('.');
    const provider = type.slice(0, type.indexOf('_'));
    return {
      ...(module === '' ? {} : { module }),
      mode: 'managed',
      type,
      name,
      provider: `provider["registry.terraform.io/hashicorp/${provider}"]`,
      instances: [
        {
          ...(key === undefined ? {} : { index_key: key }),
          schema_version: 0,
          attributes,
          sensitive_attributes: [],
        },
      ],
    };
  });
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial: 41,
    lineage: '0d6e7a52-5c0f-4b7e-9a43-52a2f1f0c9aa',
    outputs: {},
    resources: blocks,
  });
}
