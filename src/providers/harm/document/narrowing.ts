import { cidrPrefix } from '../value/cidr.ts';
import type { DocumentCondition, HarmStatement } from './statements.ts';

/** Condition keys that restrict who makes a request or where it comes from. */
const narrow: ReadonlySet<string> = new Set([
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:principalaccount',
  'aws:principalarn',
  'aws:sourceaccount',
  'aws:sourceowner',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourcearn',
  'aws:sourcevpc',
  'aws:sourcevpce',
  'aws:vpcsourceip',
  'aws:sourceip',
  'aws:userid',
  'sts:externalid',
  'kms:calleraccount',
  's3:dataaccesspointaccount',
  's3:dataaccesspointarn',
  'elasticfilesystem:accesspointarn',
]);

/** Operators that never match a request without the key. */
const demanding =
  /^(?:foranyvalue:)?(?:string(?:equals|like|equalsignorecase)|arn(?:equals|like)|ipaddress)$/;

/** Networks with shorter prefixes than these count as nearly everyone. */
const widest = { ipv4: 8, ipv6: 32 };

/** True if a condition keeps outsiders out, whoever the principal is. */
export function excludesOutsiders(statement: HarmStatement): boolean {
  return statement.conditions.some(
    (condition) =>
      narrow.has(condition.key) && demanding.test(condition.operator) && isNarrow(condition),
  );
}

function isNarrow({ values }: DocumentCondition): boolean {
  return values.length > 0 && !values.some(isWide);
}

/** True for values that admit everything, or nearly everything. */
function isWide(value: string): boolean {
  if (/^[*?]*$/.test(value) || /^arn:[^:]*:[^:]*:[^:]*:\*?:\*$/.test(value)) return true;
  const bits = cidrPrefix(value);
  if (bits === undefined || !value.includes('/')) return false;
  return bits < (value.includes(':') ? widest.ipv6 : widest.ipv4);
}

/** Login services where anyone can have an account. */
const openIssuers =
  /(?:^|\/)(?:token\.actions\.githubusercontent\.com|gitlab\.com|app\.terraform\.io|accounts\.google\.com|cognito-identity\.amazonaws\.com|graph\.facebook\.com|www\.amazon\.com)$/;

/** True if a login service that is open to anyone is trusted without restricting who logs in. */
export function trustsAnyLogin({ principals = [], conditions }: HarmStatement): boolean {
  const logins = principals.filter((one) => one.startsWith('Federated '));
  if (logins.length === 0) return false;
  const subjects = conditions.filter(({ key }) => /:(?:sub|aud|amr|repository)$/.test(key));
  if (subjects.some(({ key, values }) => key.endsWith(':sub') && values.some(isAnySubject))) {
    return true;
  }
  const narrowed = subjects.some(({ key, operator, values }) => {
    const identifies = key.endsWith(':sub') || !logins.some((one) => /github|gitlab/.test(one));
    return identifies && demanding.test(operator) && values.length > 0;
  });
  return logins.some((one) => openIssuers.test(one)) && !narrowed;
}

function isAnySubject(value: string): boolean {
  return /^(?:repo:|project_path:|organization:)?[*/:]*\*[*/:]*$/.test(value);
}
