import type { EvaluateOf } from '../../../../code/hcl/edit/literal.ts';
import { editTemplate } from '../../../../code/hcl/edit/text-value.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../../code/hcl/syntax/parse.ts';
import type { HeredocTemplate } from '../../../../code/hcl/syntax/template-ast.ts';
import type { Binding, Scope } from '../../../../code/terraform/config/scope.ts';
import type { SourceFile } from '../../../../code/terraform/config/source.ts';
import type { TextEdit } from '../../../../model/patch.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { applyDocumentChange, type DocumentChange } from './change.ts';
import { jsonCodec } from './codec.ts';

/**
 * Edits of a template file that change the document it renders without touching computed values.
 * Undefined if a computed value would have to change, or if the template has loops or conditions.
 * The syntax is that of a heredoc:
 * https://developer.hashicorp.com/terraform/language/functions/templatefile
 */
export function templateFileEdits(
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
