import type { EditResult } from '../hcl/edit/types.ts';
import type { Refusal } from '../model/patch.ts';
import { fail, ok } from '../model/result.ts';
import type { ConfigFile } from '../terraform/config/types.ts';
import type { Site, SiteKind } from './types.ts';

/** A site that edits one file. Files that may not be edited give a site that refuses. */
export function siteIn(
  file: ConfigFile,
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
    edit: () => {
      if (!file.editable) return fail(notEditable(file));
      const result = edit();
      if (!result.ok) return fail({ code: result.refusal.code, reason: result.refusal.message });
      return ok([{ path: file.path, edits: result.edits }]);
    },
  };
}

function notEditable(file: ConfigFile): Refusal {
  if (file.format === 'json') {
    return {
      code: 'json-configuration',
      reason: `${file.path} is JSON configuration, which Parley reads but does not edit.`,
      suggestion: 'Make the change by hand.',
    };
  }
  if (file.path.startsWith('../')) {
    return {
      code: 'outside-of-project',
      reason: `${file.path} lies outside of the project, where other projects may use it.`,
      suggestion: 'Change the module by hand, or pass the value in as an argument.',
    };
  }
  return {
    code: 'foreign-module',
    reason: `${file.path} belongs to a module that comes from a registry or from Git.`,
    suggestion: 'Change the module at its source, or pass the value in as an argument.',
  };
}
