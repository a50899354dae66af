import type { Json, JsonObject } from '../../../../src/model/json.ts';
import type { Request } from './random.ts';

/*
 * IAM's documented evaluation, written as plainly as possible, for one request at a time. It shares
 * no code with what it checks.
 */

/** Whether a policy allows one request. */
export function allows(statements: readonly JsonObject[], request: Request): boolean {
  const about = statements.filter((one) => isAbout(one, request));
  return (
    about.some((one) => one['Effect'] === 'Allow') && !about.some((one) => one['Effect'] === 'Deny')
  );
}

/** Whether a policy denies one request. */
export function denies(statements: readonly JsonObject[], request: Request): boolean {
  return statements.some((one) => one['Effect'] === 'Deny' && isAbout(one, request));
}

function isAbout(statement: JsonObject, { caller, action, resource, context }: Request): boolean {
  const fits = (name: string, text: string) => {
    const [only, except] = [statement[name], statement[`Not${name}`]];
    if (only !== undefined) return list(only).some((one) => like(one, text));
    return !list(except ?? []).some((one) => like(one, text));
  };
  const actions = { ...statement };
  for (const name of ['Action', 'NotAction']) {
    const value = statement[name];
    if (value !== undefined) actions[name] = list(value).map((one) => one.toLowerCase());
  }
  return (
    list(actions['Action'] ?? actions['NotAction'] ?? []).some((one) => like(one, action)) ===
      (actions['Action'] !== undefined) &&
    fits('Resource', resource) &&
    isCaller(statement, caller) &&
    Object.entries((statement['Condition'] ?? {}) as JsonObject).every(([operator, keys]) =>
      Object.entries(keys as JsonObject).every(([key, values]) =>
        holds(operator, list(values), valueIn(key, context)),
      ),
    )
  );
}

function isCaller(statement: JsonObject, caller: Request['caller']): boolean {
  const { Principal, NotPrincipal } = statement;
  if (Principal === undefined && NotPrincipal === undefined) return true;
  if (caller === undefined) return false;
  const named = Principal ?? NotPrincipal;
  const names = named === '*' ? ['*'] : list((named as JsonObject)['AWS'] ?? []);
  const found = names.some(
    (name) =>
      name === '*' ||
      name === caller.arn ||
      name === caller.account ||
      name === `arn:aws:iam::${caller.account}:root`,
  );
  return found === (Principal !== undefined);
}

function valueIn(key: string, { org, mfa, ip }: Request['context']): string | undefined {
  return { 'aws:PrincipalOrgID': org, 'aws:MultiFactorAuthPresent': mfa, 'aws:SourceIp': ip }[key];
}

function holds(operator: string, wanted: readonly string[], value: string | undefined): boolean {
  switch (operator) {
    case 'StringEquals':
    case 'Bool':
      return value !== undefined && wanted.includes(value);
    case 'StringEqualsIfExists':
    case 'BoolIfExists':
      return value === undefined || wanted.includes(value);
    case 'StringNotEquals':
      return value === undefined || !wanted.includes(value);
    case 'StringLike':
      return value !== undefined && wanted.some((one) => like(one, value));
    case 'Null':
      return (value === undefined) === wanted.includes('true');
    case 'IpAddress':
      return value !== undefined && wanted.some((one) => inNetwork(one, value));
    case 'NotIpAddress':
      return value === undefined || !wanted.some((one) => inNetwork(one, value));
    default:
      throw new Error(`no such operator here: ${operator}`);
  }
}

function inNetwork(network: string, address: string): boolean {
  const [base = '', prefix = '32'] = network.split('/');
  const bits = (text: string) =>
    text
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  return bits(base).slice(0, Number(prefix)) === bits(address).slice(0, Number(prefix));
}

function like(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(text);
}

function list(value: Json): readonly string[] {
  return (Array.isArray(value) ? value : [value]) as readonly string[];
}
