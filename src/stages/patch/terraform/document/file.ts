import type { EvaluateOf } from '../../../../code/hcl/edit/literal.ts';
import { editTemplate } from '../../../../code/hcl/edit/text-value.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../../code/hcl/syntax/parse.ts';
import type { HeredocTemplate } from '../../../../code/hcl/syntax/template-ast.ts';
import { resolvePath } from '../../../../code/terraform/config/files.ts';
import type { Binding, Scope } from '../../../../code/terraform/config/scope.ts';
import type { SourceFile } from '../../../../code/terraform/config/source.ts';
import { isWithinExpression } from '../../../../code/terraform/config/within.ts';
import { followLinks } from '../../../../code/terraform/project/links.ts';
import { editJsonText } from '../../../../code/yaml/json.ts';
import type { TextEdit } from '../../../../model/patch.ts';
import { fail, ok } from '../../../../model/result.ts';
import { lineAt } from '../../../../text/lines.ts';
import { plainFile } from '../site.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import type { Site } from '../types.ts';
import { byHandSite, describeManualEdit } from './by-hand.ts';
import { applyDocumentChange, type DocumentChange } from './change.ts';
import { jsonCodec } from './codec.ts';

/**
 * A document in a separate file. It can be edited if it is a JSON file of the project, or a
 * template in which nothing computed has to change.
 */
export function* fileSites(
  context: TraceContext,
  call: Call,
  change: DocumentChange,
): Generator<Site> {
  const { configuration } = context.evaluation;
  const [argument] = call.args;
  const given = argument === undefined ? undefined : evaluated(context, argument);
  const { rootDir, links, within } = configuration;
  const path =
    typeof given === 'string' ? followLinks(links, resolvePath(rootDir, given)) : undefined;
  const text = path === undefined ? undefined : configuration.tree.get(path);
  if (path === undefined || text === undefined) {
    yield byHandSite(context, call, change);
    return;
  }
  const edits = isWithinExpression(path, within) ? editsOf(context, call, text, change) : undefined;
  const offset = edits?.[0]?.offset ?? nearestOffset(context, text, change);
  yield {
    kind: 'literal',
    file: plainFile(path, text),
    offset,
    label: path,
    edit: () => {
      if (edits !== undefined) return ok([{ path, edits }]);
      const nearest = { file: path, line: lineAt(text, offset) };
      return fail({
        code: 'document-elsewhere',
        reason: `The document is in ${path}, where the part to change is computed, or which is outside of the project.`,
        suggestion: `${describeManualEdit(context, change)} in ${nearest.file}:${nearest.line}.`,
        nearest,
      });
    },
  };
}

function editsOf(
  context: TraceContext,
  call: Call,
  text: string,
  change: DocumentChange,
): readonly TextEdit[] | undefined {
  if (call.name === 'templatefile') return templateFileEdits(context, call, text, change);
  const document = jsonCodec.read(text);
  return document === undefined
    ? undefined
    : editJsonText(text, applyDocumentChange(document, change));
}

/** The offset in a template that a person should look at. */
function nearestOffset(context: TraceContext, text: string, change: DocumentChange): number {
  const rendered = evaluated(context);
  const document = typeof rendered === 'string' ? jsonCodec.read(rendered) : undefined;
  if (typeof rendered !== 'string' || document === undefined) return 0;
  const edits = editJsonText(rendered, applyDocumentChange(document, change)) ?? [];
  const at = edits[0]?.offset ?? 0;
  const line = rendered.slice(rendered.lastIndexOf('\n', at - 1) + 1).split('\n')[0] ?? '';
  const found = line.trim() === '' ? -1 : text.indexOf(line);
  // Line breaks are rarely part of inserted values, so the line numbers usually agree.
  return found >= 0 ? found : offsetOfLine(text, lineAt(rendered, at));
}

function offsetOfLine(text: string, line: number): number {
  const lines = text.split('\n').slice(0, line - 1);
  return Math.min(
    text.length,
    lines.reduce((sum, each) => sum + each.length + 1, 0),
  );
}

/**
 * Edits of a template file that change the document it renders without touching computed values.
 * Undefined if a computed value would have to change, or if the template has loops or conditions.
 * The syntax is that of a heredoc:
 * https://developer.hashicorp.com/terraform/language/functions/templatefile
 */
function templateFileEdits(
  context: TraceContext,
  call: Call,
  text: string,
  change: DocumentChange,
): readonly TextEdit[] | undefined {
  const rendered = evaluated(context);
  const document = typeof rendered === 'string' ? jsonCodec.read(rendered) : undefined;
  // Lines of a heredoc end like those of its file.
  if (document === undefined || text.includes('\r')) return undefined;
  const head = `x = <<${freeMarker(text)}\n`;
  const wrapped = wrap(head, text);
  if (wrapped === undefined) return undefined;
  const wanted = JSON.stringify(applyDocumentChange(document, change));
  const { file, template } = wrapped;
  const edits = editTemplate(file.hcl, template, wanted, evaluateIn(context, call, file));
  if (
    edits === undefined ||
    !edits.every(({ offset, length }) => offset + length <= head.length + text.length)
  )
    return undefined;
  // A computed value may be removed together with the object that contains it, but not alone.
  const isDropped = edits.some((edit) => isComputed(file.text, edit));
  if (isDropped && change.kind !== 'remove' && change.kind !== 'drop') return undefined;
  return edits.map((edit) => ({ ...edit, offset: edit.offset - head.length }));
}

function isComputed(text: string, { offset, length }: TextEdit): boolean {
  const old = text.slice(offset, offset + length).replace(/[$%]{2}\{/g, '');
  return /[$%]\{/.test(old);
}

function freeMarker(text: string): string {
  let marker = 'END';
  while (text.includes(marker)) marker += 'D';
  return marker;
}

/** The text as the value of an argument in a separate file. */
function wrap(
  head: string,
  text: string,
): { readonly file: SourceFile; readonly template: HeredocTemplate } | undefined {
  const marker = head.trim().split('<<')[1] ?? '';
  const source = `${head}${text}${text.endsWith('\n') ? '' : '\n'}${marker}\n`;
  const hcl = parseHcl(source);
  const [item] = hcl.body.items;
  if (hcl.errors.length > 0 || item?.kind !== 'attribute' || item.value.kind !== 'heredoc') {
    return undefined;
  }
  const file: SourceFile = {
    path: '',
    text: source,
    hcl,
    format: 'native',
    role: 'config',
    editable: false,
  };
  return { file, template: item.value };
}

/** Evaluates what the template computes, with the variables that the call passes to it. */
function evaluateIn({ evaluation, scope }: TraceContext, call: Call, file: SourceFile): EvaluateOf {
  const given = call.args[1];
  const vars = given && evaluation.evaluate(given, scope);
  const entries = vars?.kind === 'object' || vars?.kind === 'map' ? [...vars.entries] : [];
  const bindings = new Map(
    entries.map(([name, value]): [string, Binding] => {
      const collection = { file: scope.file, expr: given ?? call };
      return [name, { shape: 'value', key: value, value, collection, scope }];
    }),
  );
  const inside: Scope = { file, instance: scope.instance, bindings, isolated: true };
  return (expr) => valueToJson(evaluation.evaluate(expr, inside));
}
