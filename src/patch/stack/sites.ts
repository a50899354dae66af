import { insertAttribute } from '../../hcl/edit/attribute.ts';
import { setExpression } from '../../hcl/edit/expression.ts';
import { quote, renderValue } from '../../hcl/edit/render.ts';
import type { Json } from '../../model/json.ts';
import { wayOf } from '../chain/way.ts';
import { siteIn } from '../site.ts';
import type { Context } from '../trace/context.ts';
import { writtenEntry } from '../trace/written.ts';
import type { Site } from '../types.ts';
import { stackFile } from './file.ts';

/*
 * Several stacks share the folder of a root, each with its variable file or its workspace, and one
 * of them differs: the value goes where it holds for that stack alone.
 */

/** A variable of the root that the stack's own file does not set yet. */
export function* stackVariableSites(use: Context, want: Json): Generator<Site> {
  const file = stackFile(use.evaluation.configuration);
  if (want === null || file === undefined) return;
  for (const { evaluation, scope, expr, rest } of wayOf(use)) {
    const definition = evaluation.define(scope, expr);
    if (definition?.kind !== 'variable' || definition.caller !== undefined) continue;
    if (definition.rest.length > 0 || rest.length > 0) return;
    const { name } = definition.declaration;
    yield siteIn(file, file.text.length, 'tfvars', `${name} in ${file.path}`, () =>
      insertAttribute(file.hcl, file.hcl.body, name, { kind: 'json', value: want }),
    );
    return;
  }
}

/** What the root itself says, with an exception for the workspace. */
export function* workspaceSites(use: Context, want: Json): Generator<Site> {
  const written = use.rest.length === 0 ? use : writtenEntry(use);
  if (want === null || written === undefined) return;
  const { evaluation, scope, expr, label } = written;
  const { workspace } = evaluation.configuration;
  const { file, instance } = scope;
  if (workspace === 'default' || instance.caller !== undefined) return;
  const own = file.text.slice(expr.start, expr.end);
  const otherwise = expr.kind === 'conditional' || expr.kind === 'heredoc' ? `(${own})` : own;
  const value = renderValue(want, { layout: 'inline' });
  const text = `terraform.workspace == ${quote(workspace)} ? ${value} : ${otherwise}`;
  yield siteIn(file, expr.start, 'instance override', label, () =>
    setExpression(file.hcl, expr, { kind: 'raw', text }),
  );
}
