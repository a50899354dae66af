import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { judgeNetwork } from '../../../../src/providers/harm/network/judge.ts';
import type { NetworkJudgment } from '../../../../src/providers/harm/network/types.ts';

export const world = '0.0.0.0/0';

export function judged(
  type: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): NetworkJudgment {
  return judgeNetwork({ type, before, after });
}

/** A security group rule as Terraform's state has it, with IPv4 and IPv6 networks apart. */
export function opens(
  ports: readonly [number, number] | number,
  networks: string | readonly string[],
  more: JsonObject = {},
): JsonObject {
  const [from_port, to_port] = typeof ports === 'number' ? [ports, ports] : ports;
  const list = [networks].flat();
  return {
    from_port,
    to_port,
    protocol: 'tcp',
    cidr_blocks: list.filter((one) => !one.includes(':')),
    ipv6_cidr_blocks: list.filter((one) => one.includes(':')),
    ...more,
  };
}

export const everything = { protocol: '-1' } as const;

export function group(...ingress: readonly JsonObject[]): JsonObject {
  return { ingress, egress: [] };
}

/** An entry of a network ACL. */
export function entry(
  rule_no: number,
  action: string,
  port: number,
  more: JsonObject = {},
): JsonObject {
  const run =
    port < 0
      ? { protocol: '-1', from_port: 0, to_port: 0 }
      : { protocol: 'tcp', from_port: port, to_port: port };
  return { rule_no, action, cidr_block: world, ...run, ...more };
}

/** A rule of an Azure network security group. */
export function secures(
  priority: number,
  access: string,
  port: Json,
  from: Json,
  more: JsonObject = {},
): JsonObject {
  const ports =
    typeof port === 'string' ? { destination_port_range: port } : { destination_port_ranges: port };
  const sources =
    typeof from === 'string' ? { source_address_prefix: from } : { source_address_prefixes: from };
  return {
    name: `r${priority}`,
    priority,
    access,
    direction: 'Inbound',
    protocol: 'Tcp',
    destination_address_prefix: '*',
    ...ports,
    ...sources,
    ...more,
  };
}
