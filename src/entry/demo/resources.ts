import type { Json } from '../../model/json.ts';

/** A resource of the demo, with its code and its state. */
export interface DemoResource {
  readonly type: string;
  readonly name: string;
  /** The lines between the braces of its block. */
  readonly body: string;
  readonly attributes: Readonly<Record<string, Json>>;
}

export const demoAccount = '123456789012';
export const demoRegion = 'us-east-1';

/** `arn:aws:sqs:us-east-1:123456789012:shop-orders` */
export function demoArn(service: string, name: string, { isGlobal = false } = {}): string {
  const place = isGlobal ? '' : demoRegion;
  return `arn:aws:${service}:${place}:${demoAccount}:${name}`;
}

export function queueUrl(name: string): string {
  return `https://sqs.${demoRegion}.amazonaws.com/${demoAccount}/${name}`;
}

/** `main.tf` with a block for each resource. */
export function demoCode(resources: readonly DemoResource[]): string {
  return resources
    .map(({ type, name, body }) => `resource "${type}" "${name}" {\n${body.trimEnd()}\n}\n`)
    .join('\n');
}

/** A state of format 4, as `terraform apply` leaves it. */
export function demoState(resources: readonly DemoResource[], lineage: string): string {
  const state = {
    version: 4,
    terraform_version: '1.11.4',
    serial: 21,
    lineage,
    outputs: {},
    resources: resources.map(({ type, name, attributes }) => ({
      mode: 'managed',
      type,
      name,
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
    })),
  };
  return `${JSON.stringify(state, null, 2)}\n`;
}

const tags = { Environment: 'prod' };
export const demoTagLine = '  tags = { Environment = "prod" }';
export const demoTags = { tags, tags_all: tags };
