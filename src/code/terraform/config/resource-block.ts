import type { Block } from '../../hcl/syntax/ast.ts';
import type { ResourceDefinition } from './blocks.ts';
import { lastAttribute, providerKey, providerName, sourceLayers } from './body.ts';
import { attributeExpression, enabledIn } from './declare.ts';
import type { SourceBlock, SourceFile } from './source.ts';

type Meta = Pick<ResourceDefinition, 'count' | 'forEach' | 'enabled' | 'provider' | 'providerKey'>;

const none: readonly never[] = [];

/**
 * Text that a block must contain to set one of these arguments. Testing for it avoids parsing the
 * body.
 */
const metaArgument = /\b(?:count|for_each|provider)\b|\blifecycle\s*\{[^}]*\benabled\b/;

/**
 * The declaration of a resource or data source. A project has tens of thousands of them and a run
 * uses few, so this holds little more than the block and reads the rest on first use.
 */
export class ResourceBlock implements ResourceDefinition {
  readonly file: SourceFile;
  readonly block: Block;
  readonly overrides: readonly SourceBlock[];
  readonly modulePath: readonly string[];
  /** `type.name`. */
  readonly key: string;
  readonly #dot: number;
  #meta: Meta | undefined;

  private constructor(
    { file, block }: SourceBlock,
    overrides: readonly SourceBlock[],
    modulePath: readonly string[],
    key: string,
    dot: number,
  ) {
    this.file = file;
    this.block = block;
    this.overrides = overrides;
    this.modulePath = modulePath;
    this.key = key;
    this.#dot = dot;
  }

  /** The declaration in the root module. */
  static of(source: SourceBlock, [type = '', name = '']: readonly string[]): ResourceBlock {
    return new ResourceBlock(source, none, none, [type, name].join('.'), type.length);
  }

  overriddenBy(override: SourceBlock): ResourceBlock {
    const overrides = [...this.overrides, override];
    return new ResourceBlock(this, overrides, this.modulePath, this.key, this.#dot);
  }

  /** The declaration in the module at the end of these calls. */
  in(modulePath: readonly string[]): ResourceBlock {
    return new ResourceBlock(this, this.overrides, modulePath, this.key, this.#dot);
  }

  get mode(): 'managed' | 'data' {
    return this.block.type === 'data' ? 'data' : 'managed';
  }

  get type(): string {
    return this.key.slice(0, this.#dot);
  }

  get name(): string {
    return this.key.slice(this.#dot + 1);
  }

  get count(): ResourceDefinition['count'] {
    return this.#read().count;
  }

  get forEach(): ResourceDefinition['forEach'] {
    return this.#read().forEach;
  }

  get enabled(): ResourceDefinition['enabled'] {
    return this.#read().enabled;
  }

  get provider(): string {
    return this.#read().provider;
  }

  get providerKey(): ResourceDefinition['providerKey'] {
    return this.#read().providerKey;
  }

  #read(): Meta {
    this.#meta ??= this.#parse();
    return this.#meta;
  }

  #parse(): Meta {
    const layers = sourceLayers(this);
    const [implied = this.type] = this.type.split('_');
    if (layers.every(isPlain)) return { provider: implied };
    const provider = lastAttribute(layers, 'provider');
    return {
      count: attributeExpression(layers, 'count'),
      forEach: attributeExpression(layers, 'for_each'),
      enabled: enabledIn(layers),
      providerKey: provider && providerKey(provider),
      provider: (provider && providerName(provider.expr, provider.file.text)) ?? implied,
    };
  }
}

function isPlain({ file, block }: SourceBlock): boolean {
  return !metaArgument.test(file.text.slice(block.open, block.close));
}
