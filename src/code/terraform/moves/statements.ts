import { attributesInBody } from '../../hcl/edit/find.ts';
import type { Block } from '../../hcl/syntax/ast.ts';
import { glanceAt } from '../../hcl/syntax/outline.ts';
import {
  type ModuleStep,
  parseAddress,
  parseModulePath,
  type ResourceAddress,
} from '../address.ts';
import { plainString, topBlocks } from '../config/body.ts';
import type { Configuration, Module } from '../config/configuration.ts';
import type { SourceFile } from '../config/source.ts';

/** A module, or a resource in it, as seen from the root module. */
export interface MoveEnd {
  readonly modules: readonly ModuleStep[];
  readonly resource?: Pick<ResourceAddress, 'type' | 'name' | 'key'>;
}

/** What a `moved` block says, or what Terraform concludes where `count` was added or removed. */
export interface MoveStatement {
  /**
   * The number of steps of `modules` that lead to the block: it applies to all instances of them.
   */
  readonly depth: number;
  readonly from: MoveEnd;
  readonly to: MoveEnd;
  /** True if neither end has a key: all instances move, and keep their keys. */
  readonly isWhole: boolean;
}

/**
 * The `moved` blocks of all modules in use. Left out are those that Terraform would refuse since
 * the code still declares what they move, and those between types, which change what the state has
 * in ways that only the provider knows.
 */
export function moveStatements({ modules }: Configuration): readonly MoveStatement[] {
  // All calls of a module have the same files.
  const inFolder = new Map<Module['files'], readonly MoveStatement[]>();
  return [...modules.values()].flatMap((module) => {
    const written = inFolder.get(module.files) ?? statementsIn(module);
    inFolder.set(module.files, written);
    return written
      .map((statement) => within(module.path, statement))
      .filter(({ from, isWhole }) => !isWhole || !isDeclared(modules, from));
  });
}

function statementsIn({ files }: Module): readonly MoveStatement[] {
  return [...files.values()].flatMap((file) =>
    topBlocks(file).flatMap((block) => {
      if (block.type !== 'moved') return [];
      const from = endIn(file, block, 'from');
      const to = endIn(file, block, 'to');
      if (from === undefined || to === undefined) return [];
      if (from.resource?.type !== to.resource?.type) return [];
      const isWhole = [from, to].every((end) => lastKey(end) === undefined);
      return [{ depth: 0, from, to, isWhole }];
    }),
  );
}

function endIn(file: SourceFile, block: Block, name: 'from' | 'to'): MoveEnd | undefined {
  const found = attributesInBody(glanceAt(block)).find((each) => each.name === name);
  if (found === undefined) return undefined;
  // JSON has addresses in strings.
  const { start, end } = found.value;
  const text = plainString(found.value, file.text) ?? withoutBlanks(file.text.slice(start, end));
  const modules = parseModulePath(text);
  if (modules !== undefined && modules.length > 0) return { modules };
  const address = parseAddress(text);
  if (address === undefined || address.mode === 'data') return undefined;
  const { type, name: own, key } = address;
  return { modules: address.modules, resource: { type, name: own, key } };
}

/** Keys may contain blanks. */
function withoutBlanks(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted?: string) => quoted ?? '');
}

function lastKey({ modules, resource }: MoveEnd): ResourceAddress['key'] {
  return resource === undefined ? modules.at(-1)?.key : resource.key;
}

/** The statement of a module as seen from the root module. */
function within(path: readonly string[], statement: MoveStatement): MoveStatement {
  if (path.length === 0) return statement;
  const steps = path.map((name) => ({ name }));
  const placed = (end: MoveEnd): MoveEnd => ({ ...end, modules: [...steps, ...end.modules] });
  const { from, to, isWhole } = statement;
  return { depth: path.length, from: placed(from), to: placed(to), isWhole };
}

function isDeclared(modules: Configuration['modules'], { modules: path, resource }: MoveEnd) {
  const names = path.map(({ name }) => name);
  const last = resource === undefined ? names.pop() : undefined;
  const module = modules.get(names.join('.'));
  if (resource === undefined) return last !== undefined && module?.calls.has(last) === true;
  return module?.resources.has(`${resource.type}.${resource.name}`) === true;
}

/** Where a resource instance goes by a statement; undefined if the statement is about others. */
export function applyMove(
  { modules, mode, type, name, key }: ResourceAddress,
  { depth, from, to, isWhole }: MoveStatement,
): ResourceAddress | undefined {
  const { length } = from.modules;
  const { resource } = from;
  if (resource === undefined ? modules.length < length : modules.length !== length) {
    return undefined;
  }
  const last = isWhole && resource === undefined ? length - 1 : -1;
  const isInside = from.modules.every((step, at) => {
    const own = modules[at];
    return own?.name === step.name && (at < depth || at === last || own.key === step.key);
  });
  if (!isInside) return undefined;
  const outer = modules.slice(0, depth);
  const inner = to.modules.slice(depth);
  if (resource === undefined || to.resource === undefined) {
    const ownKey = last < 0 ? undefined : modules[last]?.key;
    const end = inner.at(-1);
    const moved =
      end === undefined || last < 0 ? inner : [...inner.slice(0, -1), keyed(end, ownKey)];
    return { modules: [...outer, ...moved, ...modules.slice(length)], mode, type, name, key };
  }
  if (mode !== 'managed' || type !== resource.type || name !== resource.name) return undefined;
  if (!isWhole && key !== resource.key) return undefined;
  const { resource: target } = to;
  return {
    modules: [...outer, ...inner],
    mode,
    type,
    name: target.name,
    key: isWhole ? key : target.key,
  };
}

function keyed({ name }: ModuleStep, key: ModuleStep['key']): ModuleStep {
  return key === undefined ? { name } : { name, key };
}
