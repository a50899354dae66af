/** An id of Azure Resource Manager, in the spelling that Terraform stores. */
export interface ArmId {
  readonly text: string;
  /** The id in lower case, for comparisons, since ids are case-insensitive. */
  readonly key: string;
  /** The type in its resource provider's spelling: `Microsoft.Network/virtualNetworks/subnets`. */
  readonly type: string;
}

const subscriptions = /^subscriptions$/i;
const groups = /^resourcegroups$/i;
const providers = /^providers$/i;

/**
 * The id with the fixed words of its path in their usual spelling. `spelling` gives the spelling of
 * types; names stay as the log has them.
 */
export function armId(written: string, type: string, spelling: TypeSpelling): ArmId {
  const parts = written.split('/').filter((part) => part !== '');
  const last = parts.findLastIndex((part) => providers.test(part));
  const [namespace = '', ...own] = type.split('/');
  const head = last === -1 ? parts : parts.slice(0, last);
  const tail = last === -1 ? [] : parts.slice(last + 2);
  const names = tail.map((part, at) => (at % 2 === 0 ? (own[at / 2] ?? part) : part));
  const end = last === -1 ? [] : ['providers', namespace, ...names];
  const text = `/${[...spellHead(head, spelling), ...end].join('/')}`;
  return { text, key: text.toLowerCase(), type };
}

/** Type in lower case -> its resource provider's spelling. */
export type TypeSpelling = (type: string) => string | undefined;

/**
 * The part of the id in front of the last provider, which is the extended resource or the resource
 * group.
 */
function spellHead(parts: readonly string[], spelling: TypeSpelling): readonly string[] {
  const at = parts.findIndex((part) => providers.test(part));
  if (at !== -1) {
    const key = `/${parts.join('/')}`;
    const type = spelling(armTypeOf(key.toLowerCase()));
    if (type !== undefined) return armId(key, type, spelling).text.slice(1).split('/');
  }
  return parts.map((part, index) => {
    if (index === 0 && subscriptions.test(part)) return 'subscriptions';
    if (index === 1 && subscriptions.test(parts[0] ?? '')) return part.toLowerCase();
    if (index === 2 && groups.test(part)) return 'resourceGroups';
    return providers.test(part) ? 'providers' : part;
  });
}

/** The type of a lower-case id. If the id names an extension resource, its type. */
export function armTypeOf(key: string): string {
  const parts = key.split('/').filter((part) => part !== '');
  const at = parts.lastIndexOf('providers');
  if (at === -1) {
    return parts[2] === 'resourcegroups'
      ? 'microsoft.resources/resourcegroups'
      : `microsoft.resources/${parts[0] ?? ''}`;
  }
  return [parts[at + 1], ...parts.slice(at + 2).filter((_, index) => index % 2 === 0)].join('/');
}

/** The name after a collection in the path: `segment(id, 'resourceGroups')`. */
export function segment({ text }: Pick<ArmId, 'text'>, collection: string): string | undefined {
  const parts = text.split('/');
  const at = parts.findLastIndex((part) => part.toLowerCase() === collection.toLowerCase());
  return at === -1 ? undefined : parts[at + 1];
}

/** The last segment of an id. */
export function nameIn(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

/** The id up to the name after a collection: `idUpTo(id, 'servers')`. */
export function idUpTo({ text }: Pick<ArmId, 'text'>, collection: string): string | undefined {
  const parts = text.split('/');
  const at = parts.findLastIndex((part) => part.toLowerCase() === collection.toLowerCase());
  return at === -1 || parts[at + 1] === undefined ? undefined : parts.slice(0, at + 2).join('/');
}

/**
 * The id of the resource that an extension resource extends: the id in front of its own provider.
 */
export function extended({ text }: Pick<ArmId, 'text'>): string {
  const at = text.lastIndexOf('/providers/');
  return at <= 0 ? text : text.slice(0, at);
}

/** True if both are spellings of the same id. */
export function sameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The service of an ARM type, and the path in front of the verb in its operations. */
export function operationPrefix(arm: string): { readonly service: string; readonly path: string } {
  const lower = arm.toLowerCase();
  const slash = lower.indexOf('/');
  const path = lower.slice(slash + 1);
  // Operations on resource groups are written as `subscriptions/resourcegroups`.
  const isGroup = lower === 'microsoft.resources/resourcegroups';
  return { service: lower.slice(0, slash), path: isGroup ? `subscriptions/${path}` : path };
}

/** The id of the resource of type `arm` that contains the part with this id. */
export function wholeId({ text }: Pick<ArmId, 'text'>, arm: string): string {
  const parts = text.split('/');
  const last = parts.findLastIndex((part) => providers.test(part));
  const depth = arm.split('/').length - 1;
  return parts.slice(0, last + 2 + 2 * depth).join('/');
}
