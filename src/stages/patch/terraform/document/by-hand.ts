import { renderHclValue } from '../../../../code/hcl/edit/render.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonObject, type Json } from '../../../../model/json.ts';
import { fail } from '../../../../model/result.ts';
import { displayText } from '../../../../model/text.ts';
import { lineAt } from '../../../../text/lines.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import type { Site } from '../types.ts';
import { type DocumentChange, documentValueAt } from './change.ts';
import { jsonCodec } from './codec.ts';

/** The maximum length of a value that is shown, in characters. */
const longest = 120;

/**
 * A document that only a person can take apart. The refusal says which element has to become what.
 */
export function byHandSite(context: TraceContext, call: Call, change: DocumentChange): Site {
  const { file } = context.scope;
  const nearest = { file: file.path, line: lineAt(file.text, call.start) };
  return {
    kind: 'literal',
    file,
    offset: call.start,
    label: context.label,
    edit: () =>
      fail({
        code: 'document-elsewhere',
        reason: `The document is made by \`${call.name}\`, whose parts Parley does not edit.`,
        suggestion: `${describeManualEdit(context, change)} in ${nearest.file}:${nearest.line}.`,
        nearest,
      }),
  };
}

/** What a person has to change in the document that the expression yields. */
export function describeManualEdit(context: TraceContext, change: DocumentChange): string {
  const text = evaluated(context);
  const document = typeof text === 'string' ? jsonCodec.read(text) : undefined;
  return orderIn(document ?? null, change);
}

/** What a person has to change in a document: `Make `limits.daily` `10``. */
export function orderIn(document: Json, change: DocumentChange): string {
  const place = placeInDocument(document, change);
  switch (change.kind) {
    case 'set':
      return `Make ${place} \`${shown(change.value)}\``;
    case 'drop':
      return `Take ${place} out`;
    case 'add':
      return `Add \`${shown(change.element)}\` to ${place}`;
    case 'remove': {
      const path = [...change.path, change.index];
      return `Take ${placeInDocument(document, { ...change, path })} out`;
    }
    case 'members': {
      const add = change.add.map((each) => `\`${shown(each)}\``).join(', ');
      const remove = change.remove.map((each) => `\`${shown(each)}\``).join(', ');
      if (remove === '') return `Add ${add} to ${place}`;
      return add === ''
        ? `Remove ${remove} from ${place}`
        : `Put ${add} in the place of ${remove} in ${place}`;
    }
  }
}

/** `Action of statement Read`, `limits.daily`. */
export function placeInDocument(document: Json, { path }: Pick<DocumentChange, 'path'>): string {
  const [first, index, ...rest] = path;
  const name = (steps: readonly (string | number)[]): string =>
    `\`${displayText(steps.join('.'), longest)}\``;
  if (first !== 'Statement' || typeof index !== 'number') return name(path);
  const statement = documentValueAt(document, [first, index]);
  const sid = isJsonObject(statement) ? statement['Sid'] : undefined;
  const which = typeof sid === 'string' ? `\`${displayText(sid, longest)}\`` : String(index + 1);
  return rest.length === 0 ? `statement ${which}` : `${name(rest)} of statement ${which}`;
}

function shown(value: Json): string {
  return displayText(renderHclValue(value, { layout: 'inline' }), longest);
}
