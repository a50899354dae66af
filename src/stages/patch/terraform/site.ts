import type { EditResult } from '../../../code/hcl/edit/types.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { FileEdit, Refusal, TextEdit } from '../../../model/patch.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { applyEdits } from '../../../text/edits.ts';
import { lineAt } from '../../../text/lines.ts';
import { isJsonVariables, jsonVariableEdits } from './json-variables.ts';
import type { Site, SiteKind } from './types.ts';

/** A site that edits one file. Files that may not be edited give a site that refuses. */
export function siteIn(
  file: SourceFile,
  offset: number,
  kind: SiteKind,
  label: string,
  edit: () => EditResult,
): Site {
  return {
    kind,
    file,
    offset,
    label,
    ...(!file.editable && file.format === 'native' && { would: () => editsIn(file, edit()) }),
    edit: () => {
      const result = edit();
      if (!file.editable)
        return fail(notEditable(file, lineAt(file.text, offset), writtenBy(file, result)));
      if (!result.ok || !isJsonVariables(file)) return editsIn(file, result);
      const edits = jsonVariableEdits(file, result.edits);
      if (edits === undefined) return fail(notEditable(file));
      return ok([{ path: file.path, edits }]);
    },
  };
}

/** Two edits that are right only together. */
export function bothSites(first: Site, second: Site): Site {
  return {
    ...first,
    edit: () => {
      const edits = [first.edit(), second.edit()];
      const files = new Map<string, TextEdit[]>();
      for (const edit of edits) {
        if (!edit.ok) return edit;
        for (const { path, edits: own } of edit.value) {
          files.set(path, [...(files.get(path) ?? []), ...own]);
        }
      }
      return ok([...files].map(([path, own]): FileEdit => ({ path, edits: own })));
    },
  };
}

function editsIn({ path }: SourceFile, result: EditResult): Result<readonly FileEdit[], Refusal> {
  if (result.ok) return ok([{ path, edits: result.edits }]);
  const { code, message, line } = result.refusal;
  return fail({ code, reason: message, nearest: { file: path, line } });
}

/** The longest line shown, in characters. */
const longest = 160;

/** The first line that an edit would change, as it would be then. */
function writtenBy(file: SourceFile, result: EditResult): string | undefined {
  const edited = result.ok ? applyEdits(file.text, result.edits) : undefined;
  if (edited?.ok !== true) return undefined;
  const old = new Set(file.text.split('\n'));
  const line = edited.value.split('\n').find((each) => each.trim() !== '' && !old.has(each));
  return line === undefined ? undefined : displayText(line.trim(), longest);
}

/** Why a file is not edited, with the line that a person would have to change, where it is known. */
function notEditable(
  { path, format, generated }: Pick<SourceFile, 'path' | 'format' | 'generated'>,
  line?: number,
  write?: string,
): Refusal {
  if (format === 'json') {
    return {
      code: 'json-configuration',
      reason: `${path} is JSON, which Parley reads but does not edit.`,
    };
  }
  const more = {
    ...(line === undefined ? {} : { nearest: { file: path, line } }),
    ...(write === undefined ? {} : { write }),
  };
  if (generated === true) {
    return {
      code: 'generated-file',
      reason: `${path} is written by a tool, which would write over an edit.`,
      suggestion: 'Change what it is generated from.',
      ...more,
    };
  }
  if (path.startsWith('../')) {
    return {
      code: 'outside-of-project',
      reason: `${path} lies outside of the project, where other projects may use it.`,
      suggestion: 'Or pass the value in as an argument of the module.',
      ...more,
    };
  }
  return {
    code: 'foreign-module',
    reason: `${path} belongs to a module that comes from a registry or from Git.`,
    suggestion: 'It has to change at the source of the module, or become an input of it.',
    ...more,
  };
}
