import { removeAttribute } from '../../code/hcl/edit/attribute.ts';
import { quoteHcl, renderHclValue } from '../../code/hcl/edit/render.ts';
import type { Block, Expression, HclFile } from '../../code/hcl/syntax/ast.ts';
import { parseHcl } from '../../code/hcl/syntax/parse.ts';
import { childNodes, type SyntaxNode } from '../../code/hcl/syntax/walk.ts';
import { type Json, jsonAt } from '../../model/json.ts';
import type { TextEdit } from '../../model/patch.ts';
import type { WantedResource } from '../../model/resource.ts';
import { fail, type Problem, type Result } from '../../model/result.ts';
import { applyEdits } from '../../text/edits.ts';
import type { KindTemplate } from './kind.ts';

/** The block label that is replaced by the name of the resource. */
export const nameLabel = 'NAME';

/**
 * The Terraform code of a resource. `spec.size`, `self.name` and `self.tenant` in the template
 * become literals, and so do labels called NAME. Arguments whose value is not in the spec are left
 * out.
 */
export function fillTerraform(template: KindTemplate, resource: WantedResource): Result<string> {
  const file = parseHcl(template.text);
  if (file.errors.length > 0) return fail(broken(template));
  const roots = { spec: resource.spec, self: { name: resource.name, tenant: resource.tenant } };
  const edits: TextEdit[] = [];
  fill(file, file.body, roots, edits);
  const text = applyEdits(template.text, edits);
  if (!text.ok) return text;
  return parseHcl(text.value).errors.length === 0 ? text : fail(broken(template));
}

type Roots = Readonly<Record<'spec' | 'self', Json>>;

function fill(file: HclFile, node: SyntaxNode, roots: Roots, edits: TextEdit[]): void {
  if (node.kind === 'block') edits.push(...labelEdits(node, roots));
  if (node.kind === 'attribute') {
    const value = specValue(node.value, roots);
    if (value?.found === undefined && value !== undefined) {
      const removal = removeAttribute(file, node);
      if (removal.ok) edits.push(...removal.edits);
      return;
    }
  }
  if (node.kind === 'interpolation') {
    const value = specValue(node.value, roots)?.found;
    if (typeof value === 'string' || typeof value === 'number') {
      edits.push(replacing(node, quoteHcl(String(value)).slice(1, -1)));
      return;
    }
  }
  const value = node.kind === 'get' ? specValue(node, roots) : undefined;
  if (value !== undefined) {
    const column = node.start - (file.text.lastIndexOf('\n', node.start - 1) + 1);
    const line = file.text.slice(node.start - column, node.start);
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    edits.push(replacing(node, renderHclValue(value.found ?? null, { indent, column })));
    return;
  }
  for (const child of childNodes(node)) fill(file, child, roots, edits);
}

function labelEdits(block: Block, roots: Roots): readonly TextEdit[] {
  const name = jsonAt(roots.self, 'name');
  return block.labels
    .filter(({ text }) => text === nameLabel)
    .map((label) => replacing(label, quoteHcl(String(name))));
}

function replacing({ start, end }: { readonly start: number; readonly end: number }, text: string) {
  return { offset: start, length: end - start, text };
}

/** The value for `spec.a.b`; undefined if the expression is not a placeholder. */
function specValue(
  expression: Expression,
  roots: Roots,
): { readonly found: Json | undefined } | undefined {
  const placeholder = placeholderIn(expression);
  if (placeholder === undefined) return undefined;
  const { root, keys } = placeholder;
  return { found: jsonAt(roots[root], ...keys) };
}

/** `spec.a.b` in a template. */
export interface Placeholder {
  readonly root: keyof Roots;
  readonly keys: readonly string[];
}

/** The placeholder in an expression; undefined if it is something else. */
export function placeholderIn(expression: Expression): Placeholder | undefined {
  const keys: string[] = [];
  let at = expression;
  for (; at.kind === 'get'; at = at.of) keys.unshift(at.name);
  if (at.kind !== 'variable' || keys.length === 0) return undefined;
  return at.name === 'spec' || at.name === 'self' ? { root: at.name, keys } : undefined;
}

function broken({ file }: KindTemplate): Problem {
  return {
    code: 'kind-template',
    message: 'The template is not Terraform once it is filled in.',
    place: { file },
    hint: 'Values go where expressions are allowed.',
  };
}
