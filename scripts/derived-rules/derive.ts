import type { WireMembers, WireTarget } from '../../src/providers/derived/format.ts';
import type { ProviderSchema } from '../../src/providers/schema/types.ts';
import { identityOf } from './identity.ts';
import { assignsMembers, kindFor, meantTypes, type TypesOf } from './kind.ts';
import { matchMembers } from './members.ts';
import { type Model, modelOf, type Structure, signatureOf } from './models.ts';
import { isNounOf, nounOf, plain, tailsOf } from './names.ts';
import { idle } from './overlay.ts';

/** Event source -> operation -> type -> phases. */
export type OperationTypes = Readonly<Record<string, TypesOf>>;

export interface Derived {
  readonly service: string;
  readonly operation: string;
  readonly targets: readonly WireTarget[];
}

/**
 * Every operation with the types that it can change and the meaning of its members, according to
 * rules.
 */
export function deriveAll(
  operationTypes: OperationTypes,
  models: ReadonlyMap<string, readonly Model[]>,
  schema: ProviderSchema,
): readonly Derived[] {
  return Object.keys(operationTypes)
    .sort()
    .flatMap((service) => {
      const operations = operationTypes[service] ?? {};
      return Object.keys(operations)
        .sort()
        .map((operation): Derived => {
          if (idle.has(`${service}:${operation}`)) return { service, operation, targets: [] };
          const targets = meantTypes(operation, operations)
            .filter((type) => schema.resource(type) !== undefined)
            .map((type) => target(models.get(service) ?? [], operation, type, operations, schema));
          return { service, operation, targets };
        })
        .filter(
          ({ targets, operation }) => targets.length > 0 || idle.has(`${service}:${operation}`),
        );
    });
}

function target(
  models: readonly Model[],
  operation: string,
  type: string,
  operations: TypesOf,
  schema: ProviderSchema,
): WireTarget {
  const kind = kindFor(operation, type, operations);
  const model = modelOf(models, operation, type);
  const block = schema.resource(type);
  if (model === undefined || block === undefined) return { type, kind: 'update', keys: [] };
  const signature = signatureOf(model, operation);
  const { input } = signature;
  const identity = identityOf(operation, type, block, signature, {
    isCreation: kind === 'create',
    lasting: lastingMembers(models, type, operations),
  });
  const base = { type, kind, keys: identity.keys };
  if (kind === 'delete' || input === undefined) return base;
  const tags = block.attributes.has('tags') ? tagsMember(input, kind === 'untag') : undefined;
  if (kind === 'tag' || kind === 'untag') {
    return tags === undefined ? { ...base, kind: 'update' } : { ...base, tags };
  }
  if (kind === 'update' && !assignsMembers(operation)) return base;
  const members = matchMembers(input, block, {
    type,
    operation,
    identity: kind === 'create' ? new Set() : identity.members,
    whole: kind !== 'update' || isAboutWhole(nounOf(operation), type),
  });
  const isImportable =
    kind === 'create' && identity.generated && model.source.metadata.protocol === 'ec2';
  return {
    ...base,
    ...(Object.keys(members).length === 0 ? {} : { members: withoutTags(members, tags) }),
    ...(tags === undefined ? {} : { tags }),
    ...(isImportable ? { importable: 1 as const } : {}),
  };
}

/**
 * `UpdateFunctionConfiguration` concerns the entire function, `PutWarmPool` only a part of the
 * group.
 */
function isAboutWhole(noun: string, type: string): boolean {
  const tails = tailsOf(type).filter((tail) => tail.length > 2);
  if (isNounOf(noun, type)) return true;
  if (noun.length > 3 && tails.some((tail) => tail.endsWith(noun))) return true;
  return tails.some(
    (tail) =>
      noun.endsWith(tail) || (noun.startsWith(tail) && aspect.test(noun.slice(tail.length))),
  );
}

/** The rest of an operation's noun where it concerns the resource itself. */
const aspect =
  /^(?:attributes?|config|configurations?|details?|info|metadata|options?|parameters?|properties|settings?|v\d|version)$/;

/** Members by which calls that delete such a resource identify it. They never change. */
function lastingMembers(
  models: readonly Model[],
  type: string,
  operations: TypesOf,
): ReadonlySet<string> {
  const ending = Object.keys(operations).filter(
    (operation) =>
      operations[operation]?.[type] !== undefined &&
      kindFor(operation, type, operations) === 'delete',
  );
  const inputs = ending.flatMap((operation) => {
    const model = modelOf(models, operation, type);
    return model === undefined ? [] : (signatureOf(model, operation).input?.members ?? []);
  });
  return new Set(inputs.filter(({ kind }) => kind === 'text').map(({ name }) => plain(name)));
}

function withoutTags(members: WireMembers, tags: string | undefined): WireMembers {
  return tags === undefined ? members : { ...members, [tags]: '-' };
}

/** The member for tags, or for the keys of tags. */
function tagsMember(input: Structure, keysOnly: boolean): string | undefined {
  const found = input.members.find(({ name, kind }) => {
    if (keysOnly) return /^tag_?key(?:s|list)$|^tags$|^keys$/i.test(name) && kind !== 'other';
    if (kind === 'tags' || kind === 'tag-specifications') return true;
    return kind === 'text-map' && /^tag(?:s|map)$/i.test(name);
  });
  return found?.wire;
}
