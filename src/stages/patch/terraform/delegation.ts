import type { Block } from '../../../code/hcl/syntax/ast.ts';
import { lineColumn } from '../../../code/hcl/syntax/diagnostics.ts';
import { formatResourceAddress } from '../../../code/terraform/address.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Bounds } from '../../../model/bounds.ts';
import type { AttributePath } from '../../../model/path.ts';
import { ignoredPath, ignoreList, nestedBlock } from './ignored.ts';
import type { Project } from './types.ts';

/** A rule that Parley wrote into the code: somebody else owns the attribute, perhaps for a time. */
export interface PatchDelegation {
  /** Addresses of all instances that the block declares, sorted. */
  readonly addresses: readonly string[];
  /** The block, with the names of the modules around it. */
  readonly resource: string;
  readonly type: string;
  readonly file: string;
  /** 1-based, of the note. */
  readonly line: number;
  /** The entry of `ignore_changes`, as written: `tags["Owner"]`. */
  readonly entry: string;
  /** What the entry names. */
  readonly path: AttributePath;
  /** The note as it stands in the code, from its first character to the end of its line. */
  readonly note: string;
  readonly owner: string;
  /** The values within which it may move. */
  readonly bounds?: Bounds;
  /** The last day on which it holds, `2026-06-12`; for good without one. */
  readonly until?: string;
  /** Id of the intent that it was made for. */
  readonly intent: string;
  readonly expired: boolean;
}

const noteSyntax =
  /^# (?<entry>.+?): owned by (?<owner>.+?)(?: within (?<min>-?\d+(?:\.\d+)?)?\.\.(?<max>-?\d+(?:\.\d+)?)?)?(?: until (?<until>\d{4}-\d{2}-\d{2}))? \((?<intent>i-[0-9a-f]{12})\)$/;

/**
 * The delegations that notes in the code declare, by file and line. `now` is ISO 8601 in UTC; a
 * delegation holds to the end of its last day. A note without its entry in the list means nothing.
 */
export function findDelegations({ evaluation }: Project, now: string): readonly PatchDelegation[] {
  const found = new Map<string, PatchDelegation>();
  const mayHave = notedFiles();
  for (const module of evaluation.configuration.modules.values()) {
    for (const declaration of module.resources.values()) {
      const { file, block, type, name } = declaration;
      const notes = mayHave(file) ? notesIn(file, block) : [];
      // Telling the instances of a block is not free, and most have no notes.
      if (notes.length === 0) continue;
      const modules = declaration.modulePath.map((step) => ({ name: step }));
      const resource = formatResourceAddress({ modules, mode: 'managed', type, name });
      const addresses = evaluation.instancesOf(declaration).map(({ address }) => address);
      for (const note of notes) {
        const key = `${note.file}:${note.line}`;
        const known = found.get(key);
        found.set(key, {
          ...note,
          type,
          resource: known?.resource ?? resource,
          addresses: [...(known?.addresses ?? []), ...addresses].sort(),
          expired: note.until !== undefined && now.slice(0, 10) > note.until,
        });
      }
    }
  }
  return [...found.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
  );
}

/** Whether a file may hold a note at all: looking into every block of a project is dear. */
function notedFiles(): (file: SourceFile) => boolean {
  const known = new Map<SourceFile, boolean>();
  return (file) => {
    const has = known.get(file) ?? file.text.includes(': owned by ');
    known.set(file, has);
    return has;
  };
}

type Note = Pick<
  PatchDelegation,
  'path' | 'file' | 'line' | 'entry' | 'note' | 'owner' | 'bounds' | 'until' | 'intent'
>;

function notesIn(file: SourceFile, block: Block): readonly Note[] {
  const lifecycle = nestedBlock(block, 'lifecycle');
  const list = ignoreList(block);
  if (lifecycle === undefined || list?.value.kind !== 'tuple') return [];
  const entries = new Map(
    list.value.items.map((item) => [
      squeeze(file.text.slice(item.start, item.end)),
      ignoredPath(item, file.text),
    ]),
  );
  return linesBetween(file.text, lifecycle.open + 1, list.start).flatMap(({ text, offset }) => {
    const groups = noteSyntax.exec(text)?.groups;
    const { entry, owner, until, intent } = groups ?? {};
    if (entry === undefined || owner === undefined || intent === undefined) return [];
    const path = entries.get(squeeze(entry));
    if (path === undefined) return [];
    const { line } = lineColumn(file.text, offset);
    const place = { file: file.path, line, entry, path, note: text };
    const base = { ...place, owner, ...boundsOf(groups), intent };
    return [until === undefined ? base : { ...base, until }];
  });
}

/** Whether a line is the note on an entry of `ignore_changes`. */
export function isNoteOn(line: string, entry: string): boolean {
  return noteSyntax.exec(line)?.groups?.['entry'] === entry;
}

function boundsOf({ min, max }: Readonly<Record<string, string>> = {}): Pick<Note, 'bounds'> {
  if (min === undefined && max === undefined) return {};
  return {
    bounds: {
      ...(min === undefined ? {} : { min: Number(min) }),
      ...(max === undefined ? {} : { max: Number(max) }),
    },
  };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/** The lines of a stretch without the blanks around them, and where they begin. */
export function linesBetween(
  text: string,
  start: number,
  end: number,
): readonly { readonly text: string; readonly offset: number }[] {
  const lines: { text: string; offset: number }[] = [];
  for (let at = start; at < end; ) {
    const next = text.indexOf('\n', at);
    const stop = next < 0 || next > end ? end : next;
    const line = text.slice(at, stop);
    lines.push({ text: line.trim(), offset: at + (line.length - line.trimStart().length) });
    at = stop + 1;
  }
  return lines;
}
