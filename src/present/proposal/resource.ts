import type { ShownSync } from '../commit/sync.ts';
import { markdownCode } from './markdown.ts';

/** A file of a resource, as shown in its pull request. */
export interface ShownResourceFile extends ShownSync {
  readonly number: number;
}

const becomes = {
  create: 'is new',
  update: 'is changed',
  rollback: 'returns to an older version',
  move: 'moves here',
  remove: 'loses what Parley wrote',
} as const;

/** The description for reviewers of declared code, in Markdown. */
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
    'Merging this writes it into the code; the next apply makes it real.',
    `To decline, close this: it is proposed again only for another version. To withdraw the declaration, \`parley resources rollback ${name} VERSION\` or \`parley resources remove ${name}\`.`,
  ].join('\n');
}
