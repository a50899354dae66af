import { googlePlace } from '../../../model/google-name.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import { jsonAt } from '../../../model/json.ts';

/** The account and region of a resource, as far as they are known. */
export interface CloudLocation {
  readonly account?: string;
  readonly region?: string;
}

interface Arn {
  readonly service: string;
  readonly region: string;
  readonly account: string;
  readonly resource: string;
}

export function parseArn(text: string): Arn | undefined {
  if (!text.startsWith('arn:')) return undefined;
  const [, partition, service, region, account, ...rest] = text.split(':');
  if (!partition || !service || rest.length === 0) return undefined;
  return { service, region: region ?? '', account: account ?? '', resource: rest.join(':') };
}

/**
 * The ARN without suffixes that only some calls add: a log group's `:*`, a function's version or
 * alias.
 */
export function plainArn(text: string): string {
  const arn = parseArn(text);
  if (arn?.service === 'logs') return text.replace(/:\*$/, '');
  if (arn?.service !== 'lambda') return text;
  return text.replace(/^(arn:(?:[^:]*:){4}function:[^:]+):[^:]+$/, '$1');
}

/**
 * Names that may be used for the resource of an ARN, most specific first: `role/team/web` is also
 * `team/web`, `/team/web` and `web`.
 */
export function namesInArn(text: string): readonly string[] {
  const arn = parseArn(plainArn(text));
  if (arn === undefined) return [];
  const { resource } = arn;
  const rest = resource.slice(resource.search(/[:/]/) + 1);
  const names = [resource, rest, `/${rest}`, rest.slice(rest.lastIndexOf('/') + 1)];
  return [...new Set(names)].filter((name) => name !== '' && name !== '/');
}

/** `https://sqs.eu-west-1.amazonaws.com/123456789012/orders`, including older forms. */
const queueUrl =
  /^https:\/\/(?:(?:sqs\.)?([a-z]{2}(?:-[a-z]+)+-\d)\.)?(?:queue\.)?amazonaws\.com(?:\.cn)?\/(\d{12})\/([^/]+)$/;

export function nameInQueueUrl(text: string): string | undefined {
  return queueUrl.exec(text)?.[3];
}

/** Account and region contained in an identifier. */
export function scopeInText(text: string): CloudLocation {
  if (text.includes('projects/') && !text.startsWith('arn:')) return googleScopeInText(text);
  const arn = parseArn(text);
  const url = queueUrl.exec(text);
  // Policies owned by AWS have the account `aws`.
  const account = arn?.account ?? url?.[2];
  const region = arn?.region ?? url?.[1];
  return {
    ...(account && /^\d{12}$/.test(account) && { account }),
    ...(region && { region }),
  };
}

/** Account and region of a resource in the state. */
export function readResourceLocation(
  attribute: (name: string) => Json | undefined,
  identity: JsonObject,
): CloudLocation {
  const own = ['arn', 'id', 'url'].map((name) => scopeInText(filled(attribute(name)) ?? ''));
  const account =
    filled(jsonAt(identity, 'account_id')) ??
    own.find((scope) => scope.account !== undefined)?.account ??
    filled(attribute('owner_id'));
  const region =
    filled(jsonAt(identity, 'region')) ??
    own.find((scope) => scope.region !== undefined)?.region ??
    filled(attribute('region')) ??
    filled(attribute('availability_zone'))?.replace(/[a-z]$/, '');
  return { ...(account && { account }), ...(region && { region }) };
}

/** The Google Cloud project as the account, and the zone, region or location as the region. */
export function readGoogleLocation(attribute: (name: string) => Json | undefined): CloudLocation {
  const own = ['id', 'self_link'].map((name) => googlePlace(filled(attribute(name)) ?? ''));
  const account = filled(attribute('project')) ?? own.find(({ project }) => project)?.project;
  const region =
    own.find(({ place }) => place)?.place ??
    ['zone', 'location', 'region'].map((name) => filled(attribute(name))).find(Boolean);
  return {
    ...(account && { account }),
    ...(region && { region: region.slice(region.lastIndexOf('/') + 1) }),
  };
}

/** Project and location contained in a Google Cloud name. */
function googleScopeInText(text: string): CloudLocation {
  const { project, place } = googlePlace(text);
  return { ...(project && { account: project }), ...(place && { region: place }) };
}

function filled(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** False if both are known and differ. */
export function scopesAgree(a: CloudLocation, b: CloudLocation): boolean {
  const agree = (x: string | undefined, y: string | undefined) => !x || !y || x === y;
  return agree(a.account, b.account) && agree(a.region, b.region);
}
