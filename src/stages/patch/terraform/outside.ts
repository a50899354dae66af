import { renderHclValue } from '../../../code/hcl/edit/render.ts';
import type { Expression } from '../../../code/hcl/syntax/ast.ts';
import type { Definition } from '../../../code/terraform/config/definition.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import type { FileEdit, Refusal } from '../../../model/patch.ts';
import type { AttributePath } from '../../../model/path.ts';
import { fail, ok } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { displayText } from '../../../model/text.ts';
import { type EditLine, sourceLineAt } from '../place.ts';
import { referenceChain } from './chain/reference-chain.ts';
import { setAt } from './set-at.ts';
import { evaluated, type TraceContext, traceStart } from './trace/context.ts';
import type { Site, SiteKind } from './types.ts';

/**
 * For a value from a variable that is set where Parley cannot edit: the environment or a JSON file.
 * The site tries what an edit there would do. If the result is exact, that is the right place, and
 * a person has to edit it: a changed default would have no effect, and a literal at the use would
 * disconnect the variable.
 */
export function* outsideSites(context: TraceContext, want: Json): Generator<Site> {
  const chain = referenceChain(context);
  for (const at of chain) {
    const definition = at.evaluation.define(at.scope, at.expr);
    if (definition?.kind !== 'variable') continue;
    const rest = [...definition.rest, ...at.rest];
    const before = evaluated(at);
    // If the value is only a part of the variable, or was converted, the variable needs another
    // value.
    const now = stepInto(evaluated(context), context.rest);
    const there = stepInto(before, at.rest);
    if (now === undefined || there === undefined || canonicalJson(now) !== canonicalJson(there)) {
      return;
    }
    const site = siteOf(at, definition, rest, want);
    if (site !== undefined) yield site;
    return;
  }
}

type VariableDefinition = Extract<Definition, { kind: 'variable' }>;

function siteOf(
  context: TraceContext,
  definition: VariableDefinition,
  rest: AttributePath,
  want: Json,
): Site | undefined {
  const [winner] = definition.sources;
  switch (winner?.kind) {
    case 'env':
      return environmentSite(context, definition, rest, want);
    case 'default': {
      if (winner.file.format !== 'json') return undefined;
      const { name } = definition.declaration;
      const offset = winner.expr.start;
      const place = { file: winner.file, offset, kind: 'variable default', name } as const;
      return jsonSite(context, place, ['variable', name, 'default', ...rest], want);
    }
    case 'tfvars':
    case 'flag':
    case undefined:
      return undefined;
  }
}

/**
 * A variable file takes precedence over the environment, so an entry in one shows what would
 * happen.
 */
function environmentSite(
  { evaluation, scope, expr }: TraceContext,
  { declaration, rest: selected }: VariableDefinition,
  rest: AttributePath,
  want: Json,
): Site | undefined {
  const { configuration } = evaluation;
  const { name, file, block } = declaration;
  const whole = evaluated(traceStart(evaluation, variableIn(expr, selected.length), scope, ''));
  const value =
    rest.length === 0 ? want : whole === undefined ? undefined : setAt(whole, rest, want);
  if (value === undefined) return undefined;
  const folder = configuration.rootDir === '' ? '' : `${configuration.rootDir}/`;
  const entry = `${name} = ${renderHclValue(value, { layout: 'inline' })}`;
  const path = `${folder}zz-parley-what-if.auto.tfvars`;
  const edits: readonly FileEdit[] = [
    { path, edits: [{ offset: 0, length: 0, text: `${entry}\n` }] },
  ];
  const refusal: Refusal = {
    code: 'value-from-environment',
    reason: `var.${name} gets its value from TF_VAR_${name}, which no file sets.`,
    suggestion: `That overrides the environment; or change TF_VAR_${name} where Terraform runs.`,
    nearest: endOf(configuration.tree, `${folder}terraform.tfvars`),
    write: displayText(entry, longest),
  };
  const label = `TF_VAR_${name}`;
  const offset = block.start;
  return { kind: 'environment', file, offset, label, byHand: refusal, edit: () => ok(edits) };
}

const longest = 160;

/** `var.q` from `var.q.delay`: the expression without its last steps. */
function variableIn(expr: Expression, steps: number): Expression {
  if (expr.kind === 'parentheses') return variableIn(expr.value, steps);
  const selects = expr.kind === 'get' || expr.kind === 'index' || expr.kind === 'legacy-index';
  return steps === 0 || !selects ? expr : variableIn(expr.of, steps - 1);
}

/** The line after the last one. */
function endOf(tree: SourceTree, file: string): EditLine {
  const lines = (tree.get(file) ?? '').split('\n');
  return { file, line: lines.at(-1) === '' ? lines.length : lines.length + 1 };
}

interface JsonPlace {
  readonly file: SourceFile;
  readonly offset: number;
  readonly kind: SiteKind;
  readonly name: string;
}

/** Rewrites the JSON only to see what would happen; the result is never written. */
function jsonSite(
  { evaluation }: TraceContext,
  { file, offset, kind, name }: JsonPlace,
  path: AttributePath,
  want: Json,
): Site {
  const { tree } = evaluation.configuration;
  const text = tree.get(file.path) ?? '';
  const refusal: Refusal = {
    code: 'json-configuration',
    reason: `${file.path} is JSON, which Parley reads but does not edit.`,
    nearest: sourceLineAt(tree, file, offset),
    write: displayText(`"${String(path.at(-1))}": ${JSON.stringify(want)}`, longest),
  };
  return {
    kind,
    file,
    offset,
    label: name,
    byHand: refusal,
    edit: () => {
      const json: Json = JSON.parse(text);
      const changed = setAt(json, path, want);
      if (changed === undefined) return fail(refusal);
      const edit = { offset: 0, length: text.length, text: JSON.stringify(changed) };
      return ok([{ path: file.path, edits: [edit] }]);
    },
  };
}

function stepInto(value: Json | undefined, path: AttributePath): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isJsonArray(value) && typeof step === 'number') return stepInto(value[step], rest);
  if (!isJsonObject(value) || typeof step !== 'string') return undefined;
  return Object.hasOwn(value, step) ? stepInto(value[step], rest) : undefined;
}
