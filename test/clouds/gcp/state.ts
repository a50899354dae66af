import { parseAddress } from '../../../src/code/terraform/address.ts';

type Attributes = Readonly<Record<string, unknown>>;

export interface Managed {
  readonly address: string;
  readonly attributes: Attributes;
  readonly dependencies?: readonly string[];
}

/** A resource instance as the google provider leaves it in a state. */
export function managed(
  address: string,
  attributes: Attributes,
  dependencies: readonly string[] = [],
): Managed {
  return { address, attributes, dependencies };
}

/** A Compute Engine resource, with its id, and the self link with host and version. */
export function compute(
  address: string,
  path: string,
  attributes: Attributes,
  dependencies: readonly string[] = [],
): Managed {
  const [, project = ''] = path.split('/');
  const self_link = `https://www.googleapis.com/compute/v1/${path}`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return managed(address, { id: path, name, project, self_link, ...attributes }, dependencies);
}

/** Labels in the three attributes in which the provider stores them. */
export function labels(own: Readonly<Record<string, string>>, others = {}): Attributes {
  return {
    labels: own,
    terraform_labels: own,
    effective_labels: { ...own, ...others, 'goog-terraform-provisioned': 'true' },
  };
}

/** A state file of version 4. */
export function stateFile(resources: readonly Managed[]): string {
  const blocks = resources.map(({ address, attributes, dependencies }) => {
    const parsed = parseAddress(address);
    if (parsed === undefined) throw new Error(`no address: ${address}`);
    const { type, name, key, modules } = parsed;
    const module = modules.map((step) => `module.${step.name}`).join('.');
    const provider = type.startsWith('aws_') ? 'aws' : 'google';
    return {
      ...(module === '' ? {} : { module }),
      mode: 'managed',
      type,
      name,
      provider: `provider["registry.terraform.io/hashicorp/${provider}"]`,
      instances: [
        {
          ...(key === undefined ? {} : { index_key: key }),
          schema_version: 1,
          attributes,
          sensitive_attributes: [],
          dependencies,
        },
      ],
    };
  });
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial: 12,
    lineage: '6f0e5a8e-2b1c-4a53-9d8e-0c1d2e3f4a5b',
    outputs: {},
    resources: blocks,
  });
}
