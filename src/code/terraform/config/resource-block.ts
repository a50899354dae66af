import type { Block } from '../../hcl/syntax/ast.ts';
import { attributeOf, layersOf, providerKey, providerName } from './body.ts';
import type { ResourceDeclaration } from './declarations.ts';
import { enabledIn, sourceOf } from './declare.ts';
import type { SourceBlock, SourceFile } from './source.ts';

type Meta = Pick<ResourceDeclaration, 'count' | 'forEach' | 'enabled' | 'provider' | 'providerKey'>;

const none: readonly never[] = [];

/** What a block must say somewhere to set one of these; found without parsing its body. */
const metaArgument = /\b(?:count|for_each|provider)\b|\blifecycle\s*\{[^}]*\benabled\b/;

/**
 * The declaration of a resource or data source. Projects have tens of thousands and a run looks at few:
 * it is little more than its block, and reads what that says when somebody asks.
 */
export class ResourceBlock implements ResourceDeclaration {
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

  /** As the root module has it. */
  static of(source: SourceBlock, [type = '', name = '']: readonly string[]): ResourceBlock {
    return new ResourceBlock(source, none, none, [type, name].join('.'), type.length);
  }

  overriddenBy(override: SourceBlock): ResourceBlock {
    const overrides = [...this.overrides, override];
    return new ResourceBlock(this, overrides, this.modulePath, this.key, this.#dot);
  }

  /** As a module at the end of these calls has it. */
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

  get count(): ResourceDeclaration['count'] {
    return this.#read().count;
  }

  get forEach(): ResourceDeclaration['forEach'] {
    return this.#read().forEach;
  }

  get enabled(): ResourceDeclaration['enabled'] {
    return this.#read().enabled;
  }

  get provider(): string {
    return this.#read().provider;
  }

  get providerKey(): ResourceDeclaration['providerKey'] {
    return this.#read().providerKey;
  }

  #read(): Meta {
    this.#meta ??= this.#parse();
    return this.#meta;
  }

  #parse(): Meta {
    const layers = layersOf(this);
    const [usual = this.type] = this.type.split('_');
    if (layers.every(isPlain)) return { provider: usual };
    const provider = attributeOf(layers, 'provider');
    return {
      count: sourceOf(layers, 'count'),
      forEach: sourceOf(layers, 'for_each'),
      enabled: enabledIn(layers),
      providerKey: provider && providerKey(provider),
      provider: (provider && providerName(provider.expr, provider.file.text)) ?? usual,
    };
  }
}

function isPlain({ file, block }: SourceBlock): boolean {
  return !metaArgument.test(file.text.slice(block.open, block.close));
}
