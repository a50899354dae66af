import type { GitopsSettings } from '../../config/service/gitops.ts';
import { hexDigest } from '../../model/digest.ts';
import { canonicalJson } from '../../model/json.ts';
import type { FileChange } from '../../model/patch.ts';
import type { CommitMessage } from '../../ports/forge/proposal.ts';
import { syncMessage } from '../../present/commit/sync.ts';
import { readOwnerLine } from '../../stages/resource/owner-line.ts';
import { fileChange, fileRemoval } from '../../text/file-change.ts';
import type { SyncedFile } from '../resource/sync.ts';

/** Everything that changes in the code of one resource. */
export interface CodeChange {
  readonly name: string;
  /** The files it belongs in or was in; the one that best describes the change comes first. */
  readonly files: readonly [SyncedFile, ...SyncedFile[]];
  /** Its name in proposals and commits, the same for every version. */
  readonly intent: string;
  /** Changes whenever a reviewer has to look again. */
  readonly digest: string;
  readonly branch: string;
  readonly message: CommitMessage;
  readonly changes: readonly FileChange[];
}

/** One change for each resource, in the order of their names. */
export function codeChanges(
  settings: GitopsSettings,
  files: readonly SyncedFile[],
): readonly CodeChange[] {
  const byName = new Map<string, SyncedFile[]>();
  for (const file of files) byName.set(file.name, [...(byName.get(file.name) ?? []), file]);
  return [...byName].flatMap(([name, own]) => {
    const [first, ...more] = own.toSorted((a, b) => rank(a) - rank(b));
    return first === undefined ? [] : [changeOf(settings, name, [first, ...more])];
  });
}

function changeOf(settings: GitopsSettings, name: string, files: CodeChange['files']): CodeChange {
  const { tenant } = settings;
  const [first] = files;
  const intent = `r-${idOf(settings, name)}`;
  const { subject, trailers } = syncMessage(tenant, first);
  const made = files.map(({ path, from, change, digest, after }) => {
    const template = after === undefined ? undefined : readOwnerLine(after)?.template;
    return [path, from?.path ?? null, change, digest, template ?? null];
  });
  return {
    name,
    files,
    intent,
    digest: short(made),
    branch: resourceBranch(settings, name),
    message: {
      subject,
      body: `The declared version of ${name} (${first.kind}) is ${first.number}.`,
      trailers: [['Intent-Id', intent], ...trailers, ['Parley-Stack', gitopsOwner(settings)]],
    },
    changes: files.flatMap(fileChanges),
  };
}

/** The branch of a resource's pull request. */
export function resourceBranch(settings: GitopsSettings, name: string): string {
  return `parley/resource-${name}-${idOf(settings, name)}`;
}

function idOf({ tenant, name: gitops }: GitopsSettings, name: string): string {
  return short([tenant, gitops, name]);
}

/** The owner that is recorded with a branch. No stack can have such a name. */
export function gitopsOwner({ tenant, name }: GitopsSettings): string {
  return `gitops:${tenant}/${name}`;
}

function fileChanges({ path, before, from, after }: SyncedFile): readonly FileChange[] {
  const moved = from === undefined ? [] : [fileRemoval(from.path, from.before)];
  if (after !== undefined) return [...moved, fileChange(path, before, after)];
  return before === undefined ? moved : [fileRemoval(path, before)];
}

function rank({ change }: SyncedFile): number {
  return change === 'remove' ? 1 : 0;
}

function short(value: Parameters<typeof canonicalJson>[0]): string {
  return hexDigest(canonicalJson(value)).slice(0, 12);
}
