import type { StateResource, TerraformState } from '../../src/code/terraform/state/types.ts';
import { attributesIn } from '../../src/code/terraform/state/values.ts';
import type { JsonObject } from '../../src/model/json.ts';

/** A managed resource in a state, at `type.name`. */
export function managed(
  address: string,
  attributes: JsonObject,
  more: Partial<StateResource> = {},
): StateResource {
  const [type = '', name = ''] = address.split('.');
  return {
    address,
    resourceAddress: address,
    module: '',
    mode: 'managed',
    type,
    name,
    key: undefined,
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    ...attributesIn(attributes),
    identity: {},
    sensitivePaths: [],
    dependencies: [],
    tainted: false,
    ...more,
  };
}

export function stateOf(resources: readonly StateResource[]): TerraformState {
  return { format: 'v4', serial: 1, lineage: 'l', terraformVersion: '1.11.4', resources };
}
