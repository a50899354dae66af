import { codePath } from '../../stages/resource/code.ts';
import type { Kinds } from '../../stages/resource/validate.ts';
import type { PushedResource } from './push.ts';

/** A file of the code, from its top, that `parley sync` writes after a push. */
export interface FileToWrite {
  readonly path: string;
  readonly change: 'create' | 'update' | 'remove';
}

const changes = { created: 'create', updated: 'update', removed: 'remove' } as const;

/** What a push would have written into code that is as the version before says. */
export function filesToWrite(
  kinds: Kinds,
  { kind, name, change }: PushedResource,
): readonly FileToWrite[] {
  const of = kinds.get(kind);
  if (of === undefined || change === 'unchanged') return [];
  return [{ path: codePath(of, name), change: changes[change] }];
}
