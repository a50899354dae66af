import type { SourceFile } from '../../code/terraform/config/source.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { lineAt } from '../../text/lines.ts';

/** A line of a file of the project. */
export interface EditLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A line that is named after what it declares. */
export interface NamedLine extends EditLine {
  /** `output url`, `local.arns`, `module.api`, `aws_s3_bucket_versioning.logs`. */
  readonly label: string;
}

/** The place of an offset in a file, for readers. */
export function sourceLineAt(tree: SourceTree, file: SourceFile, offset: number): EditLine {
  const { path, text, format } = file;
  if (format === 'native') return { file: path, line: lineAt(text, offset) };
  // Offsets refer to the translation, so the name before the value is searched for instead.
  const start = text.lastIndexOf('\n', offset) + 1;
  const name = /^\s*"?([\w-]+)/.exec(text.slice(start))?.[1];
  const raw = tree.get(path) ?? '';
  const at = name === undefined ? -1 : raw.indexOf(`"${name}"`);
  return { file: path, line: lineAt(raw, Math.max(at, 0)) };
}

/** `output url (main.tf:12)`. */
export function formatNamed({ label, ...at }: NamedLine): string {
  return `${label} (${formatLine(at)})`;
}

/** The place in readable form: `main.tf:12`. */
export function formatLine({ file, line }: EditLine): string {
  return `${file}:${line}`;
}
