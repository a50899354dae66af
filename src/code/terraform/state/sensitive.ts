import type { Json, JsonObject } from '../../../model/json.ts';
import { isJsonArray, isJsonObject, jsonAt } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { BlockSchema, ProviderSchema } from '../../../providers/schema/types.ts';

/** Which parts of a value are secret. */
export interface SecretTree {
  /** True if the entire value is secret. */
  readonly hidden: boolean;
  readonly members: ReadonlyMap<string | number, SecretTree>;
  /** Applies to every element or key that is not in `members`. */
  readonly each?: SecretTree;
}

const everything: SecretTree = { hidden: true, members: new Map() };
const nothing: SecretTree = { hidden: false, members: new Map() };

/** Names that indicate a secret, for types without a known schema. */
const secretName =
  /(?:^|_)(?:passwords?|passwd|secrets?|tokens?|credentials?|private_key(?:_\w+)?|bcrypt_hash)$/;

/**
 * The value without its secrets: object members are omitted, list elements become null. Returns the
 * value itself if nothing is hidden.
 */
export function maskSensitive(value: JsonObject, tree: SecretTree): JsonObject {
  const left = stripSecrets(value, tree);
  return isJsonObject(left) ? left : {};
}

/** Like `maskSensitive`, for any value; undefined if all of it is secret. */
export function stripSecrets(value: Json, tree: SecretTree): Json | undefined {
  if (tree.hidden) return undefined;
  if (tree.members.size === 0 && tree.each === undefined) return value;
  if (isJsonArray(value)) {
    return value.map((item, index) => {
      const below = tree.members.get(index) ?? tree.each;
      return below === undefined ? item : (stripSecrets(item, below) ?? null);
    });
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const below = tree.members.get(name) ?? tree.each;
    const left = below === undefined ? item : stripSecrets(item, below);
    return left === undefined ? [] : [[name, left] as const];
  });
  return Object.fromEntries(entries);
}

/** The secrets below a path. */
export function secretsAt(tree: SecretTree, path: AttributePath): SecretTree {
  let at = tree;
  for (const step of path) {
    if (at.hidden) return at;
    const named = typeof step === 'object' ? undefined : at.members.get(step);
    at = named ?? at.each ?? nothing;
  }
  return at;
}

/** The tree that hides the values at these paths. A step without a position hides everything. */
export function secretTree(paths: readonly AttributePath[]): SecretTree {
  if (paths.some((path) => path.length === 0)) return everything;
  const below = new Map<string | number, AttributePath[]>();
  for (const [step, ...rest] of paths) {
    if (step === undefined || typeof step === 'object') return everything;
    const known = below.get(step);
    if (known === undefined) below.set(step, [rest]);
    else known.push(rest);
  }
  const members = new Map([...below].map(([step, rests]) => [step, secretTree(rests)]));
  return { hidden: false, members };
}

/** The secrets of a resource according to the provider's schema. */
export type SchemaSecrets = (
  mode: 'managed' | 'data',
  type: string,
  attributes: () => JsonObject,
) => SecretTree;

/** Reads the secrets from a schema, with a cache by block, since many types share blocks. */
export function schemaSecrets(schema: ProviderSchema): SchemaSecrets {
  const trees = new Map<BlockSchema, SecretTree>();
  const byType = new Map<string, SecretTree>();
  return (mode, type, attributes) => {
    const made = mode === 'managed' ? byType.get(type) : undefined;
    if (made !== undefined) return made;
    const known = mode === 'managed' ? schema.resource(type) : undefined;
    if (known !== undefined) {
      const tree = blockSecrets(known, trees);
      byType.set(type, tree);
      return tree;
    }
    const declared = mode === 'data' ? schema.sensitiveData(type) : [];
    const names = new Set([...declared, ...secretNames(type, attributes())]);
    return secretTree([...names].map((name) => [name]));
  };
}

function secretNames(type: string, attributes: JsonObject): string[] {
  const names = Object.keys(attributes).filter((name) => secretName.test(name));
  return type === 'random_password' ? [...names, 'result'] : names;
}

function blockSecrets(block: BlockSchema, trees: Map<BlockSchema, SecretTree>): SecretTree {
  const known = trees.get(block);
  if (known !== undefined) return known;
  const members = new Map<string | number, SecretTree>();
  for (const [name, attribute] of block.attributes) {
    if (attribute.sensitive || attribute.writeOnly) members.set(name, everything);
  }
  for (const [name, nested] of block.blocks) {
    const below = blockSecrets(nested.block, trees);
    if (below.members.size === 0) continue;
    const single = nested.nesting === 'single' || nested.nesting === 'group';
    members.set(name, single ? below : { hidden: false, members: new Map(), each: below });
  }
  const tree = { hidden: false, members };
  trees.set(block, tree);
  return tree;
}

/**
 * The paths, together with those of copies that Terraform makes without marking them:
 * `terraform_data` returns its input as output.
 */
export function withCopies(
  type: string,
  paths: readonly AttributePath[],
): readonly AttributePath[] {
  if (type !== 'terraform_data') return paths;
  const inputs = paths.filter(([step]) => step === 'input');
  return [...paths, ...inputs.map(([, ...rest]) => ['output', ...rest])];
}

/**
 * The paths in `sensitive_attributes`: a list of paths or, in some versions, a list of single
 * steps. Anything that is not recognized hides everything, to be safe.
 */
export function readSensitiveAttributes(value: unknown): readonly AttributePath[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [[]];
  return value.map((entry: Json) => readSteps(isJsonArray(entry) ? entry : [entry]));
}

function readSteps(steps: readonly Json[]): AttributePath {
  const path: (string | number)[] = [];
  for (const step of steps) {
    const kind = jsonAt(step, 'type');
    const raw = jsonAt(step, 'value');
    // An index step contains its value with a type; an element of a set is identified by its
    // content.
    const value = kind === 'index' && isJsonObject(raw) ? jsonAt(raw, 'value') : raw;
    const known = kind === 'index' || kind === 'get_attr';
    if (!known || (typeof value !== 'string' && typeof value !== 'number')) return path;
    path.push(value);
  }
  return path;
}

/**
 * The paths at which a mask of `terraform show -json` (`sensitive_values`, `after_unknown`) is
 * true.
 */
export function readMask(mask: unknown): readonly AttributePath[] {
  return maskPaths((mask ?? null) as Json);
}

function maskPaths(mask: Json): AttributePath[] {
  if (mask === true) return [[]];
  const entries: (readonly [string | number, Json])[] = isJsonArray(mask)
    ? mask.map((item, index) => [index, item] as const)
    : Object.entries(isJsonObject(mask) ? mask : {});
  return entries.flatMap(([step, below]) => maskPaths(below).map((path) => [step, ...path]));
}
