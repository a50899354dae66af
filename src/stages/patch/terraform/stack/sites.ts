import { insertAttribute } from '../../../../code/hcl/edit/attribute.ts';
import { quoteHcl, renderHclValue } from '../../../../code/hcl/edit/render.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import { isSensitiveDeep } from '../../../../code/hcl/eval/marks.ts';
import type { Definition } from '../../../../code/terraform/config/definition.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import type { Json } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { referenceChain } from '../chain/reference-chain.ts';
import { setAt } from '../set-at.ts';
import { expressionSite, siteIn } from '../site.ts';
import type { TraceContext } from '../trace/context.ts';
import { writtenEntry } from '../trace/written.ts';
import type { Site } from '../types.ts';
import { stackFile } from './file.ts';

/*
 * For stacks that share a root folder and have their own variable file or workspace: if one of them
 * differs, the value is set where it applies to that stack only.
 */

/** Sets a variable of the root module in the stack's own file. */
export function* stackVariableSites(use: TraceContext, want: Json): Generator<Site> {
  const file = stackFile(use.evaluation.configuration);
  if (want === null || file === undefined) return;
  for (const { evaluation, scope, expr, rest } of referenceChain(use)) {
    const definition = evaluation.define(scope, expr);
    if (definition?.kind !== 'variable' || definition.caller !== undefined) continue;
    const { name } = definition.declaration;
    const value = asWritten(evaluation, definition, [...definition.rest, ...rest], want);
    if (value === undefined) return;
    yield siteIn(file, file.text.length, 'tfvars', `${name} in ${file.path}`, () =>
      insertAttribute(file.hcl, file.hcl.body, name, { kind: 'json', value }),
    );
    return;
  }
}

/** The entire value of the variable from its current source, with the wanted value set in it. */
function asWritten(
  evaluation: Evaluation,
  { sources: [source] }: Extract<Definition, { kind: 'variable' }>,
  path: AttributePath,
  want: Json,
): Json | undefined {
  if (path.length === 0) return want;
  if (source === undefined || 'text' in source) return undefined;
  const whole = evaluation.evaluate(source.expr, source.scope);
  const json = isSensitiveDeep(whole) ? undefined : valueToJson(whole);
  return json === undefined ? undefined : setAt(json, path, want);
}

/** Keeps the root module's own expression and adds an exception for the workspace. */
export function* workspaceSites(use: TraceContext, want: Json): Generator<Site> {
  const written = use.rest.length === 0 ? use : writtenEntry(use);
  if (want === null || written === undefined) return;
  const { evaluation, scope, expr, label } = written;
  const { workspace } = evaluation.configuration;
  const { file, instance } = scope;
  if (workspace === 'default' || instance.caller !== undefined) return;
  const own = file.text.slice(expr.start, expr.end);
  const otherwise = expr.kind === 'conditional' || expr.kind === 'heredoc' ? `(${own})` : own;
  const value = renderHclValue(want, { layout: 'inline' });
  const text = `terraform.workspace == ${quoteHcl(workspace)} ? ${value} : ${otherwise}`;
  yield expressionSite(file, expr, 'instance override', label, { kind: 'raw', text });
}
