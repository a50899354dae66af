import type { Block } from '../../../code/hcl/syntax/ast.ts';
import { lineColumn } from '../../../code/hcl/syntax/diagnostics.ts';
import { formatResourceAddress } from '../../../code/terraform/address.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Bounds } from '../../../model/bounds.ts';
import type { AttributePath } from '../../../model/path.ts';
import { compareText } from '../../../model/text.ts';
import { ignoredPath, ignoreList, nestedBlock } from './ignored.ts';
import type { Project } from './types.ts';

/**
 * A delegation that Parley wrote into the code: the attribute has another owner, perhaps for a
 * limited time.
 */
export interface PatchDelegation {
  /** Addresses of all instances that the block declares, sorted. */
  readonly addresses: readonly string[];
  /** Address of the block, including its modules. */
  readonly resource: string;
  readonly type: string;
  readonly file: string;
  /** Line of the note, 1-based. */
  readonly line: number;
  /** The entry of `ignore_changes`, as written: `tags["Owner"]`. */
  readonly entry: string;
  /** The path that the entry names. */
  readonly path: AttributePath;
  /** The note as written in the code, from its first character to the end of its line. */
  readonly note: string;
  readonly owner: string;
  /** The bounds within which the owner may change the value. */
  readonly bounds?: Bounds;
  /** The last day on which it is in force, `2026-06-12`; undefined for a permanent delegation. */
  readonly until?: string;
  /** Id of the intent for which it was granted. */
  readonly intent: string;
  readonly expired: boolean;
}

const noteSyntax =
  /^# (?<entry>.+?): owned by (?<owner>.+?)(?: within (?<min>-?\d+(?:\.\d+)?)?\.\.(?<max>-?\d+(?:\.\d+)?)?)?(?: until (?<until>\d{4}-\d{2}-\d{2}))? \((?<intent>i-[0-9a-f]{12})\)$/;

/**
 * The delegations that notes in the code declare, by file and line. `now` is ISO 8601 UTC; a
 * delegation lasts to the end of its last day. A note without its entry in `ignore_changes` has no
 * effect.
 */
export function findDelegations({ evaluation }: Project, now: string): readonly PatchDelegation[] {
  const found = new Map<string, PatchDelegation>();
  const mayHave = notedFiles();
  for (const module of evaluation.configuration.modules.values()) {
    for (const declaration of module.resources.values()) {
      const { file, block, type, name } = declaration;
      const notes = mayHave(file) ? notesIn(file, block) : [];
      // Determining the instances of a block is expensive, and most blocks have no notes.
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
    a.file === b.file ? a.line - b.line : compareText(a.file, b.file),
  );
}

/**
 * Whether a file may contain a note at all, since searching every block of a project is expensive.
 */
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

/** Whether a line is the note for an entry of `ignore_changes`. */
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

/** The lines of a range, trimmed, with their offsets. */
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
