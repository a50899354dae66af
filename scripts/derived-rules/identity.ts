import type { BlockSchema } from '../../src/providers/schema/types.ts';
import type { Member, Signature, Structure } from './models.ts';
import { nounOf, plain, tailsOf } from './names.ts';

export interface Identity {
  readonly keys: readonly Readonly<Record<string, string>>[];
  /** Request members, dotted, that are part of the identity. */
  readonly members: ReadonlySet<string>;
  /** True where the response contains the id that AWS generated, under the resource's own name. */
  readonly generated: boolean;
}

export interface IdentityFacts {
  readonly isCreation: boolean;
  /** Comparable names of the members that identify such a resource when it is deleted. */
  readonly lasting: ReadonlySet<string>;
}

/** Nouns for which a member with only that name holds the content of the resource, not its name. */
const content =
  /(?:policy|document|definition|configuration|settings|rule|schema|template|content|script|permission)$/;

type Aspect = 'arn' | 'id' | 'name';
type Own = ReadonlyMap<Aspect, readonly [attribute: string, member: string]>;

const aspects: readonly (readonly [Aspect, readonly string[]])[] = [
  ['arn', ['arn']],
  ['id', ['id', 'identifier']],
  ['name', ['name', '']],
];

/**
 * The members of a call that identify a resource of the type, as alternatives, the most reliable
 * first.
 */
export function identityOf(
  operation: string,
  type: string,
  block: BlockSchema,
  { input, output }: Signature,
  { isCreation, lasting }: IdentityFacts,
): Identity {
  const nouns = [nounOf(operation), ...tailsOf(type)].filter((noun) => noun.length > 1);
  const scope = { nouns, type, block };
  const asked = isCreation ? inInput(input, scope) : narrowed(inInput(input, scope), lasting);
  const given = isCreation && output !== undefined ? inOutput(output, scope) : new Map();
  const taken = new Set([...asked.values()].map(([, member]) => member));
  const parents = parentsOf(input, block, taken, lasting);
  const keys: Readonly<Record<string, string>>[] = [];
  for (const [aspect] of aspects) {
    const answer = given.get(aspect);
    if (answer !== undefined && aspect !== 'name') keys.push({ [answer[0]]: answer[1] });
    const own = asked.get(aspect);
    if (own === undefined) continue;
    const key = { [own[0]]: `q.${own[1]}` };
    keys.push(aspect === 'arn' ? key : { ...parents, ...key });
  }
  if (keys.length === 0) {
    const rest = Object.keys(parents).length > 0 ? parents : requiredTexts(input, block);
    if (Object.keys(rest).length > 0) keys.push(rest);
  }
  return {
    keys,
    members: new Set(
      keys.flatMap((key) =>
        Object.values(key).flatMap((from) => (from.startsWith('q.') ? [from.slice(2)] : [])),
      ),
    ),
    generated: isGenerated(given.get('id'), nounOf(operation)),
  };
}

interface Scope {
  readonly nouns: readonly string[];
  readonly type: string;
  readonly block: BlockSchema;
}

/** The resource's own members in the request, or else in one of its structures. */
function inInput(input: Structure | undefined, scope: Scope): Own {
  if (input === undefined) return new Map();
  const own = ownMembers(input, scope);
  if (own.size > 0) return own;
  for (const member of input.members) {
    if (member.kind !== 'structure') continue;
    const inner = ownMembers(member.inner(), scope);
    if (inner.size > 0) return prefixed(inner, `${member.name}.`);
  }
  return own;
}

function inOutput(output: Structure, scope: Scope): Own {
  const found = new Map(prefixed(ownMembers(output, scope), 'r.'));
  for (const member of output.members) {
    if (member.kind !== 'structure') continue;
    for (const [aspect, own] of prefixed(ownMembers(member.inner(), scope), `r.${member.name}.`)) {
      if (!found.has(aspect)) found.set(aspect, own);
    }
  }
  return found;
}

function prefixed(own: Own, prefix: string): Own {
  return new Map(
    [...own].map(([aspect, [attribute, member]]) => [aspect, [attribute, `${prefix}${member}`]]),
  );
}

/**
 * What the request changes cannot be part of the identity. Where deletion shows which members last,
 * only those count.
 */
function narrowed(own: Own, lasting: ReadonlySet<string>): Own {
  const left = [...own].filter(([, [, member]]) => lasting.has(lastName(member)));
  if (left.length > 0) return new Map(left);
  const [first] = own;
  return first === undefined || first[0] === 'name' ? own : new Map([first]);
}

function lastName(member: string): string {
  return plain(member.slice(member.lastIndexOf('.') + 1));
}

function isGenerated(id: readonly [string, string] | undefined, noun: string): boolean {
  return id?.[0] === 'id' && lastName(id[1]) === `${noun}id`;
}

/**
 * For each aspect, the member that contains the resource's own noun, and the attribute it
 * corresponds to.
 */
function ownMembers(structure: Structure, scope: Scope): Own {
  const found = new Map<Aspect, readonly [string, string]>();
  const texts = structure.members.filter(({ kind }) => kind === 'text');
  for (const [aspect, suffixes] of aspects) {
    const names = suffixes.flatMap((suffix) => [
      ...scope.nouns
        .filter((noun) => suffix !== '' || !content.test(noun))
        .map((noun) => `${noun}${suffix}`),
      ...(suffix === '' ? [] : [suffix, `resource${suffix}`]),
    ]);
    for (const name of names.flatMap((one) => [one, `current${one}`, `old${one}`])) {
      const member = texts.find((one) => plain(one.name) === name);
      if (member === undefined) continue;
      const attribute = attributeFor(aspect, member, scope);
      if (attribute !== undefined) found.set(aspect, [attribute, member.name]);
      break;
    }
  }
  return found;
}

function attributeFor(aspect: Aspect, member: Member, scope: Scope): string | undefined {
  const { block } = scope;
  const own = textAttribute(block, member.name);
  if (own !== undefined) return own;
  if (block.attributes.has(aspect)) return aspect;
  if (aspect === 'arn') return ownArn(scope) ?? (block.attributes.has('id') ? 'id' : undefined);
  if (block.attributes.has('id')) return 'id';
  return aspect === 'id'
    ? scope.nouns
        .map((noun) => textAttribute(block, `${noun}id`))
        .find((found) => found !== undefined)
    : undefined;
}

/** The attribute with the resource's own ARN where that is not `arn`: `map_arn`. */
function ownArn({ type, block }: Scope): string | undefined {
  const computed = [...block.attributes].filter(
    ([name, { computed, optional, required }]) =>
      name.endsWith('_arn') && computed && !optional && !required,
  );
  const names = computed.map(([name]) => name);
  const named = names.find((name) => tailsOf(type).includes(plain(name.slice(0, -4))));
  return named ?? (names.length === 1 ? names[0] : undefined);
}

function textAttribute(block: BlockSchema, member: string): string | undefined {
  const wanted = plain(member);
  for (const [name, { type }] of block.attributes) {
    if (type.kind === 'string' && plain(name) === wanted) return name;
  }
  return undefined;
}

const naming = /(?:id|arn|name|identifier)$/;
/** Names of things that a resource uses, as opposed to those that contain it. */
const used = /(?:role|key|kms|subnet|topic|bucket|policy|group|template)(?:id|arn|name)$/;

/** Required members of the call that identify what contains the resource. */
function parentsOf(
  input: Structure | undefined,
  block: BlockSchema,
  own: ReadonlySet<string>,
  lasting: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const parents: Record<string, string> = {};
  for (const { name, kind, required } of input?.members ?? []) {
    if (kind !== 'text' || !required || own.has(name)) continue;
    const isParent =
      lasting.size > 0
        ? lasting.has(plain(name))
        : naming.test(plain(name)) && !used.test(plain(name));
    const attribute = textAttribute(block, name);
    if (!isParent || attribute === undefined || attribute === 'id') continue;
    if (block.attributes.get(attribute)?.required === true) parents[attribute] = `q.${name}`;
  }
  return parents;
}

/** Texts that the call and the code must have in common, where nothing tells names from values. */
function requiredTexts(
  input: Structure | undefined,
  block: BlockSchema,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, kind, required } of input?.members ?? []) {
    const attribute = kind === 'text' && required ? textAttribute(block, name) : undefined;
    if (attribute === undefined || block.attributes.get(attribute)?.required !== true) continue;
    if (/^(?:domain|repository|namespace|bucket|mesh|bot_?id)$/.test(attribute)) {
      found[attribute] = `q.${name}`;
    }
  }
  return found;
}
