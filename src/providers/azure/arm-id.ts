/** An id of Azure Resource Manager, in the spelling that Terraform stores. */
export interface ArmId {
  readonly text: string;
  /** Ids have no case: this form compares. */
  readonly key: string;
  /** The type as its provider spells it: `Microsoft.Network/virtualNetworks/subnets`. */
  readonly type: string;
}

const subscriptions = /^subscriptions$/i;
const groups = /^resourcegroups$/i;
const providers = /^providers$/i;

/**
 * The id with the fixed words of its path in their usual spelling. `spelling` says how types are
 * written; names stay as the log has them.
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

/** Type in lower case -> as its provider spells it. */
export type TypeSpelling = (type: string) => string | undefined;

/** Parts of the id that comes before the last provider: of the resource extended, or of its group. */
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

/** The type of an id in lower case; that of the extension where it names one. */
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

/** The name behind a word of the path: `segment(id, 'resourceGroups')`. */
export function segment({ text }: Pick<ArmId, 'text'>, word: string): string | undefined {
  const parts = text.split('/');
  const at = parts.findLastIndex((part) => part.toLowerCase() === word.toLowerCase());
  return at === -1 ? undefined : parts[at + 1];
}

/** The last name of an id. */
export function nameIn(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

/** The id up to the name behind a word: `idUpTo(id, 'servers')`. */
export function idUpTo({ text }: Pick<ArmId, 'text'>, word: string): string | undefined {
  const parts = text.split('/');
  const at = parts.findLastIndex((part) => part.toLowerCase() === word.toLowerCase());
  return at === -1 || parts[at + 1] === undefined ? undefined : parts.slice(0, at + 2).join('/');
}

/** What an extension resource extends: the id in front of its own provider. */
export function extended({ text }: Pick<ArmId, 'text'>): string {
  const at = text.lastIndexOf('/providers/');
  return at <= 0 ? text : text.slice(0, at);
}

/** True for two spellings of one id. */
export function sameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The service of an ARM type, and the path in front of the verb of its operations. */
export function operationsOf(arm: string): { readonly service: string; readonly path: string } {
  const lower = arm.toLowerCase();
  const slash = lower.indexOf('/');
  const path = lower.slice(slash + 1);
  // Resource groups are written under `subscriptions/resourcegroups`.
  const isGroup = lower === 'microsoft.resources/resourcegroups';
  return { service: lower.slice(0, slash), path: isGroup ? `subscriptions/${path}` : path };
}

/** The id of a resource of a type in that of a part of it. */
export function wholeId({ text }: Pick<ArmId, 'text'>, arm: string): string {
  const parts = text.split('/');
  const last = parts.findLastIndex((part) => providers.test(part));
  const words = arm.split('/').length - 1;
  return parts.slice(0, last + 2 + 2 * words).join('/');
}
