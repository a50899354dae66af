import { createHash } from 'node:crypto';
import { failure } from '../failure.ts';
import { numberType, stringType } from '../type.ts';
import type { Value } from '../value.ts';
import { stringValue, unknownValue } from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { fixed, stringAt } from './define.ts';

export type Digest = (text: string) => string;

function digest(algorithm: string, encoding: 'hex' | 'base64'): Digest {
  return (text) => createHash(algorithm).update(text, 'utf8').digest(encoding);
}

/** Digest functions of a string, by their name in Terraform. */
export const digests: Readonly<Record<string, Digest>> = {
  base64sha256: digest('sha256', 'base64'),
  base64sha512: digest('sha512', 'base64'),
  md5: digest('md5', 'hex'),
  sha1: digest('sha1', 'hex'),
  sha256: digest('sha256', 'hex'),
  sha512: digest('sha512', 'hex'),
};

const namespaces: ReadonlyMap<string, string> = new Map([
  ['dns', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ['url', '6ba7b811-9dad-11d1-80b4-00c04fd430c8'],
  ['oid', '6ba7b812-9dad-11d1-80b4-00c04fd430c8'],
  ['x500', '6ba7b814-9dad-11d1-80b4-00c04fd430c8'],
]);

const uuidSyntax =
  /^(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;

const uuidv5 = fixed([stringType, stringType], stringType, (args) => {
  const given = stringAt(args, 0);
  const match = uuidSyntax.exec(namespaces.get(given) ?? given);
  if (match === null) return failure(`${JSON.stringify(given)} is neither a namespace nor a UUID.`);
  const namespace = Buffer.from(match.slice(1).join(''), 'hex');
  const hash = createHash('sha1').update(namespace).update(stringAt(args, 1), 'utf8').digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  const groups = [0, 8, 12, 16, 20, 32];
  return stringValue(
    groups
      .slice(1)
      .map((end, at) => hex.slice(groups[at], end))
      .join('-'),
  );
});

/** A function of texts whose result cannot be known, such as one that differs on every call. */
export function unpredictable(
  name: string,
  parameters: number,
  reason = 'gives another result every time',
): FunctionDefinition {
  return {
    parameters: new Array<{ type: typeof stringType }>(parameters).fill({ type: stringType }),
    returns: stringType,
    call: (): Value => unknownValue(`${name}() ${reason}`, stringType),
  };
}

export const hashFunctions: FunctionTable = {
  ...Object.fromEntries(
    Object.entries(digests).map(([name, compute]) => [
      name,
      fixed([stringType], stringType, (args) => stringValue(compute(stringAt(args, 0)))),
    ]),
  ),
  bcrypt: { ...unpredictable('bcrypt', 1), rest: { type: numberType } },
  rsadecrypt: unpredictable('rsadecrypt', 2, 'depends on a private key'),
  uuid: unpredictable('uuid', 0),
  uuidv5,
};
