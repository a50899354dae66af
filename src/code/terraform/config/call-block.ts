import type { Block } from '../../hcl/syntax/ast.ts';
import { glanceAt } from '../../hcl/syntax/outline.ts';
import type { ModuleCall, PassedProvider } from './blocks.ts';
import {
  type Layers,
  mergedAttributes,
  plainString,
  providerKey,
  providerName,
  sourceLayers,
} from './body.ts';
import type { Module } from './configuration.ts';
import { attributeExpression, enabledIn } from './declare.ts';
import type { SourceBlock, SourceFile } from './source.ts';

type Parts = Pick<ModuleCall, 'count' | 'forEach' | 'enabled' | 'inputs' | 'providers'>;

const none: readonly never[] = [];

const callArguments: ReadonlySet<string> = new Set([
  'source',
  'version',
  'count',
  'for_each',
  'providers',
  'depends_on',
]);

/** A module call. The location of the module is read immediately, everything else on first use. */
export class CallBlock implements ModuleCall {
  readonly name: string;
  readonly file: SourceFile;
  readonly block: Block;
  readonly overrides: readonly SourceBlock[];
  readonly source: string | undefined;
  readonly module: Module | undefined;
  #parts: Parts | undefined;

  private constructor(
    { file, block }: SourceBlock,
    name: string,
    overrides: readonly SourceBlock[],
    source: string | undefined,
    module?: Module,
  ) {
    this.file = file;
    this.block = block;
    this.name = name;
    this.overrides = overrides;
    this.source = source;
    this.module = module;
  }

  /** A call whose module is not resolved yet. */
  static of(source: SourceBlock, [name = '']: readonly string[]): CallBlock {
    return new CallBlock(source, name, none, sourceIn([source]));
  }

  overriddenBy(override: SourceBlock): CallBlock {
    const overrides = [...this.overrides, override];
    return new CallBlock(this, this.name, overrides, sourceIn([this, ...overrides]));
  }

  to(module: Module | undefined): CallBlock {
    return new CallBlock(this, this.name, this.overrides, this.source, module);
  }

  get count(): ModuleCall['count'] {
    return this.#read().count;
  }

  get forEach(): ModuleCall['forEach'] {
    return this.#read().forEach;
  }

  get enabled(): ModuleCall['enabled'] {
    return this.#read().enabled;
  }

  get sourceExpression(): ModuleCall['sourceExpression'] {
    return this.source === undefined
      ? attributeExpression(sourceLayers(this), 'source')
      : undefined;
  }

  get inputs(): ModuleCall['inputs'] {
    return this.#read().inputs;
  }

  get providers(): ModuleCall['providers'] {
    return this.#read().providers;
  }

  #read(): Parts {
    this.#parts ??= partsOf(sourceLayers(this));
    return this.#parts;
  }
}

/** The `source` of the last layer that has one, read without keeping a syntax tree. */
function sourceIn(layers: Layers): string | undefined {
  for (const { file, block } of layers.toReversed()) {
    const item = glanceAt(block).items.findLast(
      (each) => each.kind === 'attribute' && each.name === 'source',
    );
    if (item?.kind === 'attribute') return plainString(item.value, file.text);
  }
  return undefined;
}

function partsOf(layers: Layers): Parts {
  const inputs = new Map(
    [...mergedAttributes(layers)]
      .filter(([name]) => !callArguments.has(name))
      .map(([name, { file, expr, attribute }]) => [name, { file, expr, attribute }] as const),
  );
  return {
    count: attributeExpression(layers, 'count'),
    forEach: attributeExpression(layers, 'for_each'),
    enabled: enabledIn(layers),
    inputs,
    providers: passedProviders(layers),
  };
}

function passedProviders(layers: Layers): ModuleCall['providers'] {
  const passed = new Map<string, PassedProvider>();
  const providers = attributeExpression(layers, 'providers');
  if (providers?.expr.kind !== 'object') return passed;
  const { text } = providers.file;
  for (const { key, value } of providers.expr.items) {
    const child = providerName(key, text);
    const own = providerName(value, text);
    if (child !== undefined && own !== undefined) {
      passed.set(child, { name: own, key: providerKey({ file: providers.file, expr: value }) });
    }
  }
  return passed;
}
