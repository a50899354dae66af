import type { VariableSource } from '../blocks.ts';
import type { Configuration, Module } from '../configuration.ts';
import { type ChangedFiles, changedFiles } from './files.ts';
import { createFolderPair, type FolderNames, type FolderPair } from './folder-pair.ts';
import type { Name } from './references.ts';

/**
 * Attributes of a resource (`type.name`) in a module, which is given by its call names joined with
 * `.`.
 */
export interface AttributesOf {
  readonly module: string;
  readonly resource: string;
  readonly attributes: readonly string[];
}

/** One module before and after; either may be missing. */
interface Pair {
  readonly path: readonly string[];
  readonly before: Module | undefined;
  readonly after: Module | undefined;
  readonly folder: FolderPair;
}

/** Searches from the changes to everything that refers to them. */
export class Search {
  readonly affected = new Map<string, Map<string, Set<string> | 'all'>>();
  readonly #before: Configuration;
  readonly #after: Configuration;
  readonly #names: FolderNames;
  readonly #pairs: ReadonlyMap<string, Pair>;
  readonly #folders = new Map<
    Module['files'] | undefined,
    Map<Module['files'] | undefined, FolderPair>
  >();
  readonly #pending: (readonly [Pair, Name])[] = [];
  readonly #seen = new Map<Pair, Set<Name>>();

  constructor(before: Configuration, after: Configuration, names: FolderNames) {
    this.#before = before;
    this.#after = after;
    this.#names = names;
    const keys = new Set([...before.modules.keys(), ...after.modules.keys()]);
    this.#pairs = new Map([...keys].map((key) => [key, this.#pair(key)]));
  }

  /** True if this search compares the two. */
  compares(before: Configuration, after: Configuration): boolean {
    return this.#before === before && this.#after === after;
  }

  /** All names that were reached, by module. */
  names(): ReadonlyMap<string, ReadonlySet<Name>> {
    return new Map([...this.#seen].map(([{ path }, names]) => [path.join('.'), names]));
  }

  run(): void {
    const changed = changedFiles(this.#before.tree, this.#after.tree);
    if (changed.paths.length === 0) return;
    for (const pair of this.#pairs.values()) this.#start(pair, changed);
    this.#startInputs();
    this.#spreadAll();
  }

  runFrom({ module, resource, attributes }: AttributesOf): void {
    for (const attribute of attributes) this.#markIn(module, `${resource}|${attribute}`);
    this.#spreadAll();
  }

  #spreadAll(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      this.#spread(...next);
    }
  }

  #pair(key: string): Pair {
    const before = this.#before.modules.get(key);
    const after = this.#after.modules.get(key);
    const path = (after ?? before)?.path ?? [];
    return { path, before, after, folder: this.#folder(before?.files, after?.files) };
  }

  #folder(before: Module['files'] | undefined, after: Module['files'] | undefined): FolderPair {
    const known = this.#folders.get(before)?.get(after);
    if (known !== undefined) return known;
    const made = createFolderPair(this.#names, before, after, this.#after.tree);
    const others = this.#folders.get(before) ?? new Map<Module['files'] | undefined, FolderPair>();
    this.#folders.set(before, others.set(after, made));
    return made;
  }

  /** Marks what differs in the module itself. */
  #start(pair: Pair, changed: ChangedFiles): void {
    const { before, after } = pair;
    if (before === undefined || after === undefined || before.dir !== after.dir) {
      this.#markAll(pair);
      return;
    }
    for (const name of pair.folder.changed(changed)) this.#mark(pair, name);
  }

  /** Marks root variables whose value now comes from another text. */
  #startInputs(): void {
    const root = this.#pairs.get('');
    if (root === undefined) return;
    const names = new Set([...this.#before.inputs.keys(), ...this.#after.inputs.keys()]);
    for (const name of names) {
      const old = this.#before.inputs.get(name) ?? [];
      const now = this.#after.inputs.get(name) ?? [];
      if (!sameSources(old, now)) this.#mark(root, `var.${name}`);
    }
  }

  #mark(pair: Pair, name: Name): void {
    const seen = this.#seen.get(pair) ?? new Set<Name>();
    this.#seen.set(pair, seen);
    if (seen.has(name)) return;
    seen.add(name);
    this.#pending.push([pair, name]);
  }

  #markAll(pair: Pair): void {
    for (const file of pair.folder.files()) {
      for (const name of this.#names.ofFile(file).texts().keys()) this.#mark(pair, name);
    }
  }

  #spread(pair: Pair, name: Name): void {
    const [item = name, part] = name.split(/[|>]/);
    this.#note(pair, item, part);
    this.#markDependents(pair, name);
    if (name.includes('|')) this.#spreadPart(pair, item);
    else if (name.startsWith('output.')) this.#spreadOutput(pair, name.slice('output.'.length));
    else if (name.startsWith('provider.')) this.#noteBelow(pair);
    if (!name.startsWith('module.')) return;
    const child = [...pair.path, item.slice('module.'.length)].join('.');
    if (name.endsWith('>providers')) this.#noteIn(child);
    else if (name.includes('>')) this.#markIn(child, `var.${name.slice(name.indexOf('>') + 1)}`);
    else this.#markBelow(child);
  }

  #note({ path, before, after }: Pair, item: Name, part?: string): void {
    if (!before?.resources.has(item) && !after?.resources.has(item)) return;
    const key = path.join('.');
    const names = this.affected.get(key) ?? new Map<string, Set<string> | 'all'>();
    this.affected.set(key, names);
    const parts = names.get(item);
    if (part === undefined) names.set(item, 'all');
    else if (parts === undefined) names.set(item, new Set([part]));
    else if (parts !== 'all') parts.add(part);
  }

  /** A provider's tags affect every resource of the module and of all modules called from it. */
  #noteBelow({ path }: Pair): void {
    const key = path.join('.');
    for (const [other, pair] of this.#pairs) {
      if (key !== '' && other !== key && !other.startsWith(`${key}.`)) continue;
      for (const module of [pair.before, pair.after]) {
        for (const item of module?.resources.keys() ?? []) this.#note(pair, item);
      }
    }
  }

  #markDependents(pair: Pair, name: Name): void {
    for (const dependent of pair.folder.dependents(name)) this.#mark(pair, dependent);
  }

  /** A change to a part of an item is also a change to the entire item. */
  #spreadPart(pair: Pair, item: Name): void {
    this.#markDependents(pair, `${item}|*`);
    // The computed attributes of a data source can depend on any of its arguments.
    if (item.startsWith('data.')) this.#markDependents(pair, item);
    if (isRepeated(pair, item)) this.#markDependents(pair, `${item}|!`);
  }

  #spreadOutput(pair: Pair, output: string): void {
    const call = pair.path.at(-1);
    const caller = this.#pairs.get(pair.path.slice(0, -1).join('.'));
    if (call === undefined || caller === undefined) return;
    this.#markDependents(caller, `module.${call}|${output}`);
    this.#spreadPart(caller, `module.${call}`);
  }

  #markIn(key: string, name: Name): void {
    const pair = this.#pairs.get(key);
    if (pair !== undefined) this.#mark(pair, name);
  }

  #noteIn(key: string): void {
    const pair = this.#pairs.get(key);
    if (pair !== undefined) this.#noteBelow(pair);
  }

  /** Marks a module and all modules called from it. */
  #markBelow(key: string): void {
    for (const [other, pair] of this.#pairs) {
      if (other === key || other.startsWith(`${key}.`)) this.#markAll(pair);
    }
  }
}

function isRepeated({ before, after }: Pair, item: Name): boolean {
  return [before, after].some((module) => {
    const found = module && findItem(module, item);
    return [found?.count, found?.forEach, found?.enabled].some((each) => each !== undefined);
  });
}

function findItem(module: Module, item: Name) {
  if (item.startsWith('module.')) return module.calls.get(item.slice('module.'.length));
  if (item.startsWith('data.')) return module.data.get(item.slice('data.'.length));
  return module.resources.get(item);
}

function sameSources(old: readonly VariableSource[], now: readonly VariableSource[]): boolean {
  return (
    old.length === now.length && old.every((source, index) => textOf(source) === textOf(now[index]))
  );
}

function textOf(source: VariableSource | undefined): string {
  if (source === undefined) return '';
  const text =
    'text' in source ? source.text : source.file.text.slice(source.expr.start, source.expr.end);
  return `${source.kind} ${text}`;
}
