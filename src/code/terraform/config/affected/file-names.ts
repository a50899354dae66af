import type { Attribute, Block, BodyItem } from '../../../hcl/syntax/ast.ts';
import { glanceAt } from '../../../hcl/syntax/outline.ts';
import { nestedType } from '../body.ts';
import type { SourceFile } from '../source.ts';
import { collectReferences, type FileRead, type Name, type References } from './references.ts';

interface Entry extends References {
  /** The source text, to detect changes. */
  text: string;
}

/** The names that a file declares, and their dependencies. */
export interface FileNames {
  /**
   * Computed on each call: few files change, and keeping all texts would take as much memory as the
   * files.
   */
  texts(): ReadonlyMap<Name, string>;
  /** For each name, the names whose expressions mention it. */
  readonly dependents: ReadonlyMap<Name, readonly Name[]>;
  readonly reads: readonly { readonly name: Name; readonly read: FileRead }[];
}

interface Kind {
  readonly joint: '|' | '>';
  /** Arguments that determine the number of instances or the location of a module. */
  readonly meta: ReadonlySet<string>;
  /** Parts that do not affect any value. */
  readonly ignored: ReadonlySet<string>;
}

const resourceKind: Kind = {
  joint: '|',
  meta: new Set(['count', 'for_each']),
  ignored: new Set(['provider', 'depends_on', 'lifecycle', 'connection', 'provisioner']),
};

const callKind: Kind = {
  joint: '>',
  meta: new Set(['count', 'for_each', 'source', 'version']),
  ignored: new Set(['providers', 'depends_on']),
};

export function collectDeclaredNames(file: SourceFile): FileNames {
  const entries = entriesOf(file);
  const dependents = new Map<Name, Name[]>();
  for (const [name, { names }] of entries) {
    for (const each of names) {
      const list = dependents.get(each);
      if (list === undefined) dependents.set(each, [name]);
      else list.push(name);
    }
  }
  return {
    texts: () => new Map([...entriesOf(file)].map(([name, { text }]) => [name, text])),
    dependents,
    reads: [...entries].flatMap(([name, { reads }]) => reads.map((read) => ({ name, read }))),
  };
}

type Entries = Map<Name, Entry>;

function entriesOf(file: SourceFile): Entries {
  const entries: Entries = new Map();
  for (const item of file.hcl.body.items) {
    if (item.kind === 'block') addBlock(entries, file, item);
  }
  return entries;
}

function entryOf(entries: Entries, name: Name): Entry {
  const known = entries.get(name);
  if (known !== undefined) return known;
  const made: Entry = { text: '', names: new Set(), reads: [] };
  entries.set(name, made);
  return made;
}

function addBlock(entries: Entries, file: SourceFile, block: Block): void {
  const [first = '', second = ''] = block.labels.map((label) => label.text);
  switch (block.type) {
    case 'variable':
      entryOf(entries, `var.${first}`).text += file.text.slice(block.start, block.end);
      return;
    case 'locals':
      for (const item of glanceAt(block).items) {
        if (item.kind === 'attribute') addItem(entries, file, `local.${item.name}`, item);
      }
      return;
    case 'output':
      addItem(entries, file, `output.${first}`, block);
      return;
    case 'resource':
      addParts(entries, file, block, `${first}.${second}`, resourceKind);
      return;
    case 'data':
      addParts(entries, file, block, `data.${first}.${second}`, resourceKind);
      return;
    case 'module':
      addParts(entries, file, block, `module.${first}`, callKind);
      return;
    case 'provider':
      for (const item of glanceAt(block).items) {
        if (!makesTags(item)) continue;
        addItem(entries, file, `provider.${first}`, item);
      }
      return;
    default:
      return;
  }
}

/**
 * True for parts that determine the tags a provider adds: `default_tags`, and `for_each`, which
 * creates several configurations.
 */
function makesTags(item: BodyItem): item is Attribute | Block {
  if (item.kind === 'attribute') return item.name === 'for_each';
  return item.kind === 'block' && item.type === 'default_tags';
}

/** Adds the arguments and nested blocks of an item, each under its own name. */
function addParts(entries: Entries, file: SourceFile, block: Block, item: Name, kind: Kind): void {
  const { joint, meta, ignored } = kind;
  entryOf(entries, item);
  for (const part of glanceAt(block).items) {
    if (part.kind === 'broken') continue;
    const name = part.kind === 'attribute' ? part.name : nestedType(part);
    const tagged = tagsBy(kind, item, name);
    if (tagged !== undefined && part.kind === 'attribute') {
      addItem(entries, file, tagged, part);
      restOn(item, entryOf(entries, tagged));
    }
    const isSwitch = name === 'lifecycle' && part.kind === 'block' && hasSwitch(part);
    if (ignored.has(name) && !isSwitch) continue;
    const isMeta = part.kind === 'attribute' && meta.has(name);
    const key = isMeta || isSwitch ? item : `${item}${joint}${name}`;
    addItem(entries, file, key, part);
    restOn(item, entryOf(entries, key));
  }
}

/** `each` and `count` depend on whatever determines the number of instances of the item. */
function restOn(item: Name, { names }: Entry): void {
  if (names.delete('repetition')) names.add(item);
}

/**
 * The name of the tags that an argument affects by selecting a provider; undefined for other
 * arguments.
 */
function tagsBy(kind: Kind, item: Name, name: string): Name | undefined {
  if (kind === resourceKind) return name === 'provider' ? `${item}|tags` : undefined;
  return name === 'providers' ? `${item}>providers` : undefined;
}

/** OpenTofu's `enabled` determines whether there is an instance. */
function hasSwitch({ body }: Block): boolean {
  return body.items.some((part) => part.kind === 'attribute' && part.name === 'enabled');
}

function addItem(entries: Entries, file: SourceFile, name: Name, part: Attribute | Block): void {
  const entry = entryOf(entries, name);
  entry.text += `${file.text.slice(part.start, part.end)}\n`;
  collectReferences(part.kind === 'attribute' ? part.value : glanceAt(part), file.text, entry);
}
