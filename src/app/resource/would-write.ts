import { codePath } from '../../stages/resource/code.ts';
import type { Kinds } from '../../stages/resource/validate.ts';
import type { PushedResource } from './push.ts';

/** A file that `parley sync` writes after a push, relative to the top of the code. */
export interface FileToWrite {
  readonly path: string;
  readonly change: 'create' | 'update' | 'remove';
}

const changes = { created: 'create', updated: 'update', removed: 'remove' } as const;

/** The files that a push would change, given code that matches the previous version. */
export function filesToWrite(
  kinds: Kinds,
  { kind, name, change }: PushedResource,
): readonly FileToWrite[] {
  const of = kinds.get(kind);
  if (of === undefined || change === 'unchanged') return [];
  return [{ path: codePath(of, name), change: changes[change] }];
}
