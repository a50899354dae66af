import type { StateResource } from '../../../../src/code/terraform/state/types.ts';
import type { Json } from '../../../../src/model/json.ts';

export const account = '123456789012';

/** An entry of `resources` in a version 4 state, with a single instance. */
export function entry(
  type: string,
  name: string,
  attributes: { readonly [key: string]: Json },
  more: { readonly [key: string]: Json } = {},
  instance: { readonly [key: string]: Json } = {},
): { readonly [key: string]: Json } {
  return {
    mode: 'managed',
    type,
    name,
    provider: 'provider["registry.example.com/hashicorp/aws"]',
    instances: [{ schema_version: 0, attributes, sensitive_attributes: [], ...instance }],
    ...more,
  };
}

export function stateText(...resources: readonly Json[]): string {
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial: 7,
    lineage: '6c5f6d1e-0000-0000-0000-000000000000',
    outputs: {},
    resources,
  });
}

/** The data of a resource without its methods. */
export function plain(resource: StateResource): Omit<StateResource, 'attribute'> {
  const { address, resourceAddress, module, mode, type, name, key, provider } = resource;
  const { attributes, identity, sensitivePaths, dependencies, tainted } = resource;
  const names = { address, resourceAddress, module, mode, type, name, key, provider };
  return { ...names, attributes, identity, sensitivePaths, dependencies, tainted };
}
