import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { refTo } from '../catalog/effects.ts';
import type { Naming } from '../catalog/identity.ts';
import { localRef } from '../catalog/naming.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { Estate } from '../catalog/types.ts';

export const lambdaService = 'lambda.amazonaws.com';
export const lambdaFunction = 'aws_lambda_function';

/**
 * A function as a request names it: by name, `ACCOUNT:function:NAME` or ARN, each with an optional
 * qualifier.
 */
export interface FunctionName {
  readonly name: string;
  readonly qualifier: string | undefined;
  /** The ARN without the qualifier, or undefined if the request gives no ARN. */
  readonly arn: string | undefined;
}

export function readFunction({ request }: AuditEvent): FunctionName {
  const found = parseFunction(requireText(request, 'functionName'));
  const version = found.qualifier ?? textAt(request, 'qualifier');
  return { ...found, qualifier: version === '$LATEST' ? undefined : version };
}

export function parseFunction(given: string): FunctionName {
  const arn = splitArn(given);
  const parts = (arn?.resource ?? given).split(':');
  const from = parts.indexOf('function') + 1;
  const name = parts[from] ?? given;
  return {
    name,
    qualifier: parts[from + 1],
    arn:
      arn === undefined
        ? undefined
        : `arn:${arn.partition}:lambda:${arn.region}:${arn.account}:function:${name}`,
  };
}

export function functionKeys(event: AuditEvent, estate: Estate): ResourceRef {
  const { name, arn } = readFunction(event);
  if (arn !== undefined) return refTo(lambdaFunction, { arn });
  const local = arnIn(event, 'lambda', `function:${name}`);
  return localRef(event, estate, lambdaFunction, { function_name: name }, local);
}

/** The function as the parent of its parts. */
export const functionParent = { type: lambdaFunction, keys: functionKeys };

/**
 * Names a part of a function by further attributes, which come from members of the request. Code
 * may give the function by name or by ARN; the name matches nothing if the managed function of that
 * name is in another account or region.
 */
export function ofFunction(type: string, members: Readonly<Record<string, string>> = {}): Naming {
  return (event, estate) => {
    const { name, qualifier, arn } = readFunction(event);
    const key: Record<string, string | undefined> = {};
    for (const [attribute, member] of Object.entries(members)) {
      key[attribute] = requireText(event.request, member);
    }
    if (qualifier !== undefined) key['qualifier'] = qualifier;
    const parent = functionKeys(event, estate);
    const elsewhere = parent.keys.some((found) => 'arn' in found && 'function_name' in found);
    const full = arn ?? arnIn(event, 'lambda', `function:${name}`);
    return refTo(
      type,
      { ...key, function_name: elsewhere ? full : name },
      { ...key, function_name: full },
    );
  };
}

export function functionName(event: AuditEvent): string {
  return readFunction(event).name;
}

/** An import id: `function` or `function:qualifier`, with the given member appended. */
export function importing(separator = '', member?: string): (event: AuditEvent) => string {
  return (event) => {
    const { name, qualifier } = readFunction(event);
    const full = qualifier === undefined ? name : `${name}:${qualifier}`;
    return member === undefined ? full : `${full}${separator}${requireText(event.request, member)}`;
  };
}
