import { stringValue } from '../../hcl/eval/value.ts';
import type { ProviderBlock } from './blocks.ts';
import type { Layers } from './body.ts';
import { lastAttribute, mergedBlocks, sourceLayers } from './body.ts';
import type { Engine } from './engine.ts';
import { evaluateSource, inFile } from './engine.ts';
import { moduleScope } from './expand.ts';
import type { ModuleInstance, ResourceInstance, Scope } from './scope.ts';
import type { SourceExpression } from './source.ts';
import type { DefaultTag } from './types.ts';

/** Tags that the provider adds to a resource, by key. */
export function defaultTagsOf(
  engine: Engine,
  { declaration, scope }: ResourceInstance,
): ReadonlyMap<string, DefaultTag> {
  const { provider, providerKey } = declaration;
  return tagsBy(engine, scope.instance, provider, providerKey && { source: providerKey, scope });
}

/** Tags that a provider configuration adds to resources of a module, by key. */
export function providerTags(
  engine: Engine,
  instance: ModuleInstance,
  name: string,
): ReadonlyMap<string, DefaultTag> {
  return tagsBy(engine, instance, name, undefined);
}

function tagsBy(
  engine: Engine,
  instance: ModuleInstance,
  name: string,
  key: ProviderKey | undefined,
): ReadonlyMap<string, DefaultTag> {
  const found = findProvider(instance, name, key);
  if (found === undefined) return noTags;
  const chosen = found.key && evaluateSource(engine, found.key.source, found.key.scope);
  const one = chosen?.kind === 'string' ? chosen.value : '';
  const place = `${found.instance.address}|provider.${found.provider.name}[${one}] (default tags)`;
  return engine.memo.once(
    place,
    () => tagsOf(engine, found, one),
    () => noTags,
  );
}

const noTags: ReadonlyMap<string, DefaultTag> = new Map();

function tagsOf(
  engine: Engine,
  found: FoundProvider,
  key: string,
): ReadonlyMap<string, DefaultTag> {
  const layers = sourceLayers(found.provider);
  const [block] = mergedBlocks(layers).get('default_tags') ?? [];
  const tags = block && lastAttribute([block], 'tags');
  if (tags === undefined) return noTags;
  const outside = moduleScope(found.instance, found.provider.file);
  const here = inFile({ ...outside, ...repetitionOf(engine, layers, outside, key) }, tags.file);
  const value = evaluateSource(engine, tags, here);
  if (value.kind !== 'object' && value.kind !== 'map') return noTags;
  const { file, expr } = tags;
  return new Map(
    [...value.entries].map(([key, item]) => [key, { key, value: item, file, expr, scope: here }]),
  );
}

/** In OpenTofu, a provider has one configuration for each entry of its `for_each`. */
function repetitionOf(
  engine: Engine,
  layers: Layers,
  scope: Scope,
  key: string,
): Pick<Scope, 'repetition'> {
  const forEach = lastAttribute(layers, 'for_each');
  if (forEach === undefined) return {};
  const source = { file: forEach.file, expr: forEach.expr };
  const all = evaluateSource(engine, source, scope);
  const isMap = all.kind === 'map' || all.kind === 'object';
  const value = (isMap ? all.entries.get(key) : undefined) ?? stringValue(key);
  return {
    repetition: { kind: 'for_each', key, value, source, scope: inFile(scope, source.file) },
  };
}

/** Selects one of the configurations that OpenTofu creates by `for_each`. */
interface ProviderKey {
  readonly source: SourceExpression;
  readonly scope: Scope;
}

interface FoundProvider {
  readonly provider: ProviderBlock;
  readonly instance: ModuleInstance;
  readonly key: ProviderKey | undefined;
}

/**
 * The provider block that a name refers to in a module: passed by the caller, declared there, or
 * inherited.
 */
function findProvider(
  instance: ModuleInstance,
  name: string,
  key: ProviderKey | undefined,
): FoundProvider | undefined {
  const { caller, module } = instance;
  const passed = caller?.call.providers.get(name);
  const provider = module.providers.get(name);
  if (caller !== undefined && passed !== undefined) {
    const chosen = passed.key && { source: passed.key, scope: caller.scope };
    return findProvider(caller.scope.instance, passed.name, chosen);
  }
  if (provider !== undefined) return { provider, instance, key };
  // Only configurations without an alias are inherited.
  return caller === undefined || name.includes('.')
    ? undefined
    : findProvider(caller.scope.instance, name, undefined);
}
