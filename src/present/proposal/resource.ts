import type { ShownSync } from '../commit/sync.ts';
import { markdownCode } from './markdown.ts';

/** A file of a resource, as its pull request shows it. */
export interface ShownResourceFile extends ShownSync {
  readonly number: number;
}

const becomes = {
  create: 'is new',
  update: 'is changed',
  rollback: 'goes back to what an older version says',
  move: 'moves here',
  remove: 'goes, as far as Parley wrote it',
} as const;

/** What a reviewer of declared code reads, in Markdown. */
export function describeResourceChange(
  tenant: string,
  files: readonly [ShownResourceFile, ...ShownResourceFile[]],
): string {
  const [{ name, kind, number, digest }] = files;
  const lines = files.map(({ path, from, change }) => {
    const was = from === undefined ? '' : `, from ${markdownCode(from.path)}`;
    return `- ${markdownCode(path)} ${becomes[change]}${was}`;
  });
  return [
    `${markdownCode(`${tenant}/${name}`)} (${markdownCode(kind)}) was declared: version ${number}, ${markdownCode(digest)}.`,
    '',
    ...lines,
    '',
    'Merging this writes it into the code, and what applies the code makes it so.',
    `To say no, close this: it comes again with another version only. To take the declaration back, \`parley resources rollback ${name} VERSION\` or \`parley resources remove ${name}\`.`,
  ].join('\n');
}
