import type { ProviderSchema } from '../../catalog/schema/types.ts';
import { setExpression } from '../../hcl/edit/expression.ts';
import type { EditResult } from '../../hcl/edit/types.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { ConfigFile, ModuleInstance } from '../../terraform/config/types.ts';
import { stackFile } from '../stack/file.ts';
import { type Context, deepest } from '../trace/context.ts';
import { follow } from '../trace/follow.ts';
import { nest } from '../trace/nest.ts';
import type { Site } from '../types.ts';
import { inputName, inputType } from './name.ts';
import { type NewInput, openModule, openStack } from './open.ts';

export interface InputSearch {
  readonly use: Context;
  readonly want: Json;
  readonly schema: ProviderSchema;
  /** Terraform resource type and name, and the path of the attribute, without keys into a map. */
  readonly type: string;
  readonly name: string;
  readonly path: AttributePath;
}

/**
 * A module says something that all its callers share, and one of them, or one instance, differs:
 * the module gets an input whose default is what it says now, and that caller sets it. Each site
 * opens one more level of modules, for callers that are called several times themselves; the last
 * opens the root, for the stacks that share its folder, each with its variable file.
 */
export function* moduleInputSites(search: InputSearch): Generator<Site> {
  const { use, want } = search;
  const { instance } = use.scope;
  const { configuration } = use.evaluation;
  const stack = stackFile(configuration);
  const levels = levelsOf(instance);
  if (want === null || (levels.length === 0 && stack === undefined)) return;
  const modules = levels.map(({ module }) => module);
  const opened = stack === undefined ? modules : [...modules, configuration.root];
  const name = inputName(search.path, search.name, opened);
  if (name === undefined) return;
  for (const opening of openingsOf(search, name)) {
    for (let depth = 1; depth <= levels.length; depth += 1) {
      yield openModule(levels.slice(0, depth), opening);
    }
    if (stack !== undefined) yield openStack(levels, configuration.root, stack, opening);
  }
}

/** The instance and those that lead to it, innermost first, without the root. */
function levelsOf(instance: ModuleInstance): readonly ModuleInstance[] {
  const { caller } = instance;
  return caller === undefined ? [] : [instance, ...levelsOf(caller.scope.instance)];
}

/** What the module may read from the input: in the place of its literal, or before it. */
function* openingsOf(search: InputSearch, name: string): Generator<NewInput> {
  const { use, schema, type, path } = search;
  const constraint = inputType(schema, type, path);
  if (constraint === undefined) return;
  const description = `${path.filter((step) => typeof step === 'string').join('.')} of ${type}.${search.name}`;
  const base = { name, type: constraint, description };
  const { rest } = use;
  if (rest.length > 0) {
    const want = nest(rest, search.want);
    const { file } = use.scope;
    if (want === undefined || rest.length > 1) return;
    const text = `merge(${textIn(file, use.expr)}, var.${name})`;
    const replace = (): EditResult => rewrite(file, use.expr, text);
    yield { ...base, want, default: '{}', file, offset: use.expr.start, replace };
    return;
  }
  for (const literal of literalsOf(use)) {
    const { file } = literal.scope;
    const { expr } = literal;
    const replace = (): EditResult => rewrite(file, expr, `var.${name}`);
    const text = textIn(file, expr);
    yield { ...base, want: search.want, default: text, file, offset: expr.start, replace };
  }
  yield beforeExpression(base, use, search.want);
}

/** What is computed stays, behind an input that says nothing unless somebody sets it. */
function beforeExpression(
  base: Pick<NewInput, 'name' | 'type' | 'description'>,
  { scope: { file }, expr }: Context,
  want: Json,
): NewInput {
  const [input, own] = [`var.${base.name}`, textIn(file, expr)];
  const isPlain = ['string', 'number', 'bool'].includes(base.type);
  const text = isPlain ? `coalesce(${input}, ${own})` : `${input} != null ? ${input} : (${own})`;
  const replace = (): EditResult => rewrite(file, expr, text);
  return { ...base, want, default: 'null', file, offset: expr.start, replace };
}

function rewrite(file: ConfigFile, expr: Expression, text: string): EditResult {
  return setExpression(file.hcl, expr, { kind: 'raw', text });
}

function textIn(file: ConfigFile, expr: Expression): string {
  return file.text.slice(expr.start, expr.end);
}

/** Literals of the module itself that give the value. */
function* literalsOf(context: Context): Generator<Context> {
  if (context.depth > deepest) return;
  if (context.rest.length === 0 && isLiteral(context.expr)) {
    yield context;
    return;
  }
  for (const next of follow(context)) {
    const stays = next.scope.instance === context.scope.instance;
    if (stays && next.scope.isolated !== true) yield* literalsOf(next);
  }
}

/** True for what may stand in a default: no references, no calls. */
function isLiteral(expr: Expression): boolean {
  switch (expr.kind) {
    case 'number':
      return true;
    case 'keyword':
      return expr.value !== null;
    case 'unary':
    case 'parentheses':
      return isLiteral(expr.value);
    case 'quoted':
      return expr.parts.every((part) => part.kind === 'text');
    case 'tuple':
      return expr.items.every(isLiteral);
    case 'object':
      return expr.items.every(
        ({ key, value }) => (key.kind === 'variable' || isLiteral(key)) && isLiteral(value),
      );
    default:
      return false;
  }
}
