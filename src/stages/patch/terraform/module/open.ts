import { insertAttribute } from '../../../../code/hcl/edit/attribute.ts';
import { appendTopLevel } from '../../../../code/hcl/edit/block.ts';
import { quoteHcl, renderHclValue } from '../../../../code/hcl/edit/render.ts';
import type { EditResult } from '../../../../code/hcl/edit/types.ts';
import { parseHcl } from '../../../../code/hcl/syntax/parse.ts';
import type { Module } from '../../../../code/terraform/config/configuration.ts';
import type { ModuleInstance } from '../../../../code/terraform/config/scope.ts';
import type { SourceFile } from '../../../../code/terraform/config/source.ts';
import type { Json } from '../../../../model/json.ts';
import type { FileEdit, Refusal, TextEdit } from '../../../../model/patch.ts';
import { ok, type Result } from '../../../../model/result.ts';
import { isInstance } from '../override/form.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';

/** A new input of a module, and the place in the module that reads it. */
export interface NewInput {
  readonly name: string;
  /** Type constraint. */
  readonly type: string;
  readonly description: string;
  /** The module's current value as HCL, which callers get that do not set the input. */
  readonly default: string;
  readonly want: Json;
  readonly file: SourceFile;
  readonly offset: number;
  readonly replace: () => EditResult;
}

/**
 * Adds the input to the modules of `levels`, innermost first, which pass it on. The outermost call
 * sets it.
 */
export function openModule(levels: readonly ModuleInstance[], input: NewInput): Site {
  const { name, file, offset } = input;
  const call = levels.at(-1)?.caller?.call.name ?? '';
  return {
    kind: 'module input',
    file,
    offset,
    label: `new input ${name}, set by module.${call}`,
    edit: () => edits(levels, input),
  };
}

/**
 * The same including the root module: this stack's variable file sets the value that all calls pass
 * on.
 */
export function openStack(
  levels: readonly ModuleInstance[],
  root: Module,
  stack: SourceFile,
  input: NewInput,
): Site {
  const { name, file, offset } = input;
  const home = variablesFile(root);
  const plan: Edit[] = [
    { file, make: input.replace },
    ...levels.flatMap((level) => handedOn(level, input)),
    { file: home, make: () => declare(home, input, false) },
    {
      file: stack,
      make: () =>
        insertAttribute(stack.hcl, stack.hcl.body, name, { kind: 'json', value: input.want }),
    },
  ];
  const label = `new variable ${name}, set in ${stack.path}`;
  return { kind: 'module input', file, offset, label, edit: () => carryOut(plan) };
}

/** Declares the input in the module and passes a variable of the same name in its call. */
function handedOn({ module, caller }: ModuleInstance, input: NewInput): readonly Edit[] {
  const home = variablesFile(module);
  const declared = { file: home, make: () => declare(home, input, false) };
  if (caller === undefined) return [declared];
  const { file, block } = caller.call;
  const value = { kind: 'raw', text: `var.${input.name}` } as const;
  const make = () => insertAttribute(file.hcl, block.body, input.name, value);
  return [declared, { file, make }];
}

function edits(
  levels: readonly ModuleInstance[],
  input: NewInput,
): Result<readonly FileEdit[], Refusal> {
  const plan: Edit[] = [{ file: input.file, make: input.replace }];
  const repeated = levels.at(-1)?.caller?.scope.repetition !== undefined;
  for (const [index, { module, caller }] of levels.entries()) {
    const home = variablesFile(module);
    plan.push({ file: home, make: () => declare(home, input, repeated) });
    if (caller === undefined) continue;
    const { call, scope } = caller;
    const isLast = index === levels.length - 1;
    const text = isLast ? argumentText(input.want, scope.repetition) : `var.${input.name}`;
    const make = (): EditResult =>
      insertAttribute(call.file.hcl, call.block.body, input.name, { kind: 'raw', text });
    plan.push({ file: call.file, make });
  }
  return carryOut(plan);
}

function argumentText(
  want: Json,
  repetition: Parameters<typeof isInstance>[0] | undefined,
): string {
  if (repetition === undefined) return renderHclValue(want);
  return `${isInstance(repetition)} ? ${renderHclValue(want, { layout: 'inline' })} : null`;
}

interface Edit {
  readonly file: SourceFile;
  readonly make: () => EditResult;
}

function carryOut(plan: readonly Edit[]): Result<readonly FileEdit[], Refusal> {
  const files = new Map<string, TextEdit[]>();
  for (const { file, make } of plan) {
    const made = siteIn(file, 0, 'module input', file.path, make).edit();
    if (!made.ok) return made;
    const edits = made.value.flatMap((each) => each.edits);
    files.set(file.path, [...(files.get(file.path) ?? []), ...edits]);
  }
  return ok([...files].map(([path, all]) => ({ path, edits: all })));
}

/**
 * The file for the module's variables: `variables.tf`, or the file of its last variable; a new file
 * if it has none.
 */
function variablesFile(module: Module): SourceFile {
  const path = module.dir === '' ? 'variables.tf' : `${module.dir}/variables.tf`;
  const own = module.files.get(path);
  if (own !== undefined) return own;
  const last = [...module.variables.values()].at(-1);
  if (last !== undefined) return last.file;
  const { editable } = module;
  return { path, text: '', hcl: parseHcl(''), editable, format: 'native', role: 'config' };
}

function declare(file: SourceFile, input: NewInput, repeated: boolean): EditResult {
  const attributes = [
    { name: 'description', value: { kind: 'raw' as const, text: quoteHcl(input.description) } },
    { name: 'type', value: { kind: 'raw' as const, text: input.type } },
    { name: 'default', value: { kind: 'raw' as const, text: input.default } },
    // Instances that do not set the input pass null, which must result in the default.
    ...(repeated && input.default !== 'null'
      ? [{ name: 'nullable', value: { kind: 'json' as const, value: false } }]
      : []),
  ];
  const block = { type: 'variable', labels: [input.name], attributes, blocks: [] };
  const last = file.hcl.body.items.findLast(
    (item) => item.kind === 'block' && item.type === 'variable',
  );
  return appendTopLevel(file.hcl, block, last === undefined ? {} : { after: last });
}
