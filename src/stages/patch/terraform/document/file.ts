import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { resolvePath } from '../../../../code/terraform/config/files.ts';
import { isWithinExpression } from '../../../../code/terraform/config/within.ts';
import { followLinks } from '../../../../code/terraform/project/links.ts';
import { editJsonText } from '../../../../code/yaml/json.ts';
import type { TextEdit } from '../../../../model/patch.ts';
import { fail, ok } from '../../../../model/result.ts';
import { lineAt } from '../../../../text/lines.ts';
import { plainFile } from '../site.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import type { Site } from '../types.ts';
import { byHandSite, orderOf } from './by-hand.ts';
import { applyDocumentChange, type DocumentChange } from './change.ts';
import { jsonCodec } from './codec.ts';
import { templateFileEdits } from './template-file.ts';

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
        suggestion: `${orderOf(context, change)} in ${nearest.file}:${nearest.line}.`,
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
