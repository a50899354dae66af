import type { AuditDeps } from '../../../src/evidence/audit/core/types.ts';
import { readAuditLogs } from '../../../src/evidence/audit/read.ts';
import { type FileContent, memoryFiles } from './files/memory.ts';
import { type GatheredAudit, gatherEvents } from './gather.ts';

type Contents = FileContent | Readonly<Record<string, FileContent>>;

interface ReadOptions extends Omit<AuditDeps, 'files'> {
  readonly paths?: readonly string[];
}

/** Reads files; a text or bytes alone stand for the file `log.json`. */
export async function read(contents: Contents, options: ReadOptions = {}): Promise<GatheredAudit> {
  const files = isContent(contents) ? { 'log.json': contents } : contents;
  const { paths = Object.keys(files), ...deps } = options;
  return gatherEvents(readAuditLogs(paths, { files: memoryFiles(files), ...deps }));
}

function isContent(contents: Contents): contents is FileContent {
  return typeof contents === 'string' || ArrayBuffer.isView(contents) || Array.isArray(contents);
}
