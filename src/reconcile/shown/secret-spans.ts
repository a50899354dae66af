import type {
  Attribute,
  Block,
  Body,
  Expression,
  ObjectItem,
  Span,
} from '../../code/hcl/syntax/ast.ts';
import { parseHcl } from '../../code/hcl/syntax/parse.ts';
import { descendants } from '../../code/hcl/syntax/walk.ts';
import { credentialIn } from '../../model/credential/find.ts';
import { namesCredential } from '../../model/credential/name.ts';
import type { AttributePath } from '../../model/path.ts';
import { isSensitive } from '../../providers/schema/query.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';

/** What determines which literals of a project are secret. */
export interface SecretNames {
  /** Names of variables that any module declares sensitive. */
  readonly variables: ReadonlySet<string>;
  readonly schema: ProviderSchema;
}

/**
 * The literals of an HCL file that must not be shown: defaults of sensitive variables and values
 * assigned to them, attributes that the provider marks as secret, values whose names indicate a
 * secret, and texts that look like credentials.
 */
export function secretSpans(text: string, names: SecretNames): readonly Span[] {
  const { body } = parseHcl(text);
  const named = [...inBody(text, body, names, { type: undefined, path: [] })];
  const formed = [...descendants(body)].filter(
    (node) => node.kind === 'text' && credentialIn(text.slice(node.start, node.end)) !== undefined,
  );
  return [...named, ...formed].sort((a, b) => a.start - b.start || b.end - a.end);
}

interface Place {
  /** Type of the enclosing resource or data source. */
  readonly type: string | undefined;
  readonly path: AttributePath;
}

function* inBody(text: string, body: Body, names: SecretNames, place: Place): Generator<Span> {
  const pair = pairOf(
    text,
    body.items.filter((item) => item.kind === 'attribute'),
  );
  for (const item of body.items) {
    if (item.kind === 'block') yield* inBlock(text, item, names, place);
    if (item.kind !== 'attribute') continue;
    if (item === pair || isSecretAttribute(item, names, place)) yield* literalsIn(item.value);
    else yield* inExpression(text, item.value);
  }
}

function isSecretAttribute(
  { name }: Attribute,
  { variables, schema }: SecretNames,
  { type, path }: Place,
): boolean {
  if (type === undefined) return variables.has(name) || namesCredential(name);
  return isSensitive(schema, type, [...path, name]) || (path.length > 0 && namesCredential(name));
}

function* inBlock(text: string, block: Block, names: SecretNames, place: Place): Generator<Span> {
  const [label] = block.labels;
  if (place.path.length === 0 && block.type === 'variable') {
    const isHidden = names.variables.has(label?.text ?? '') || namesCredential(label?.text ?? '');
    const value = block.body.items.find(
      (item) => item.kind === 'attribute' && item.name === 'default',
    );
    if (value?.kind === 'attribute' && isHidden) yield* literalsIn(value.value);
    return;
  }
  const isTop = place.type === undefined && (block.type === 'resource' || block.type === 'data');
  const below: Place = isTop
    ? { type: label?.text, path: [] }
    : { type: place.type, path: place.type === undefined ? [] : [...place.path, block.type, 0] };
  yield* inBody(text, block.body, names, below);
}

/** Secrets in objects and calls anywhere in an expression. */
function* inExpression(text: string, root: Expression): Generator<Span> {
  for (const node of descendants(root)) {
    if (node.kind === 'call' && node.name === 'sensitive') yield* literalsIn(node);
    if (node.kind !== 'object') continue;
    const pair = pairOf(text, node.items);
    for (const item of node.items) {
      if (item === pair || namesCredential(nameOf(text, item))) yield* literalsIn(item.value);
    }
  }
}

/** The `value` that belongs to a `name` which indicates a secret. */
function pairOf<T extends Attribute | ObjectItem>(
  text: string,
  items: readonly T[],
): T | undefined {
  const at = (name: string): T | undefined => items.find((item) => nameOf(text, item) === name);
  const name = at('name')?.value;
  if (name?.kind !== 'quoted' || !namesCredential(text.slice(name.start + 1, name.end - 1))) {
    return undefined;
  }
  return at('value');
}

function nameOf(text: string, item: Attribute | ObjectItem): string {
  if (item.kind === 'attribute') return item.name;
  return text.slice(item.key.start, item.key.end).replaceAll('"', '');
}

function* literalsIn(root: Expression): Generator<Span> {
  for (const node of descendants(root)) {
    if (node.kind === 'text' || node.kind === 'number') yield node;
  }
}
