import { formatIpAddress, parseIpAddress } from '../../../../model/ip-address.ts';
import type { Failure } from '../failure.ts';
import { failure, isFailure } from '../failure.ts';
import { isInteger, toSafeInteger, truncate } from '../number.ts';
import { listType, numberType, stringType } from '../type.ts';
import { listValue, stringValue } from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { fixed, numberArgument, stringAt } from './define.ts';

interface Prefix {
  readonly kind: 'prefix';
  /** Network address: host bits are zero. */
  readonly network: bigint;
  readonly length: number;
  /** 32 or 128. */
  readonly bits: number;
}

function parsePrefix(text: string): Prefix | Failure {
  const [, address = '', mask = ''] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
  const parsed = parseIpAddress(address);
  const length = Number(mask);
  if (parsed === undefined || mask === '' || length > parsed.bits) {
    return failure(`${JSON.stringify(text)} is not a network in CIDR notation.`);
  }
  const hostBits = BigInt(parsed.bits - length);
  const network = (parsed.value >> hostBits) << hostBits;
  return { kind: 'prefix', network, length, bits: parsed.bits };
}

function subnet(prefix: Prefix, newBits: number, number: bigint): Prefix | Failure {
  const length = prefix.length + newBits;
  if (newBits < 0) return failure('the number of new bits must not be negative.');
  if (length > prefix.bits) {
    return failure(`there are not enough bits for a prefix of /${length}.`);
  }
  if (number < 0n || number >= 1n << BigInt(newBits)) {
    return failure(`a prefix extended by ${newBits} bits has no network ${number}.`);
  }
  const network = prefix.network | (number << BigInt(prefix.bits - length));
  return { ...prefix, network, length };
}

function formatPrefix({ network, length, bits }: Prefix): string {
  return `${formatIpAddress(network, bits)}/${length}`;
}

const cidrhost = fixed([stringType, numberType], stringType, (args) => {
  const prefix = parsePrefix(stringAt(args, 0));
  if (isFailure(prefix)) return prefix;
  const number = numberArgument(args, 1);
  if (!isInteger(number)) return failure('the host number must be a whole number.');
  const host = truncate(number);
  const size = 1n << BigInt(prefix.bits - prefix.length);
  if (host >= size || host < -size) return failure(`the network has no host ${host}.`);
  const value = prefix.network + (host < 0n ? size + host : host);
  return stringValue(formatIpAddress(value, prefix.bits));
});

const cidrnetmask = fixed([stringType], stringType, (args) => {
  const prefix = parsePrefix(stringAt(args, 0));
  if (isFailure(prefix)) return prefix;
  if (prefix.bits !== 32) return failure('IPv6 networks have no netmask.');
  const size = 1n << BigInt(32 - prefix.length);
  return stringValue(formatIpAddress((1n << 32n) - size, 32));
});

const cidrsubnet = fixed([stringType, numberType, numberType], stringType, (args) => {
  const prefix = parsePrefix(stringAt(args, 0));
  if (isFailure(prefix)) return prefix;
  const newBits = toSafeInteger(numberArgument(args, 1));
  const number = numberArgument(args, 2);
  if (newBits === undefined || !isInteger(number)) {
    return failure('bits and network number must be whole numbers.');
  }
  const result = subnet(prefix, newBits, truncate(number));
  return isFailure(result) ? result : stringValue(formatPrefix(result));
});

/** Networks of the given sizes, one after the other, each at the next address where it fits. */
const cidrsubnets: FunctionDefinition = {
  parameters: [{ type: stringType }],
  rest: { type: numberType },
  returns: listType(stringType),
  call(args) {
    const prefix = parsePrefix(stringAt(args, 0));
    if (isFailure(prefix)) return prefix;
    const texts: string[] = [];
    let next = prefix.network;
    const end = prefix.network + (1n << BigInt(prefix.bits - prefix.length));
    for (let index = 1; index < args.length; index += 1) {
      const newBits = toSafeInteger(numberArgument(args, index));
      if (newBits === undefined || newBits < 1) return failure('each must add at least one bit.');
      if (newBits > 32) return failure('none may add more than 32 bits.');
      const length = prefix.length + newBits;
      if (length > prefix.bits)
        return failure(`there are not enough bits for a prefix of /${length}.`);
      const size = 1n << BigInt(prefix.bits - length);
      const network = ((next + size - 1n) / size) * size;
      if (network + size > end) return failure(`there is no room left for a prefix of /${length}.`);
      texts.push(formatPrefix({ ...prefix, network, length }));
      next = network + size;
    }
    return listValue(texts.map(stringValue), stringType);
  },
};

export const cidrFunctions: FunctionTable = { cidrhost, cidrnetmask, cidrsubnet, cidrsubnets };
