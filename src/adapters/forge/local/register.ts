import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { GitCommand } from '../../git/run.ts';
import { type GitIdentity, idNamed, readBlob, resolveTree } from '../remote/objects.ts';
import { importFiles } from './import-files.ts';

/** Ref that holds the proposals in the repository itself, next to its branches. */
const registerRef = 'refs/parley/proposals';

const listFile = 'proposals.json';

export const descriptionFile = (number: number): string => `${number}/description.md`;
export const commentsFile = (number: number): string => `${number}/comments.json`;

const Comments = z.array(z.string());

const Entry = z.strictObject({
  number: z.int().positive(),
  branch: z.string(),
  base: z.string(),
  /** Tip of the branch when Parley last looked. */
  commit: z.string(),
  title: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  labels: z.array(z.string()),
  /** When Parley first saw this state, ISO 8601 UTC. */
  since: z.iso.datetime().exactOptional(),
  /** Closed, but not because a person declined it. */
  withdrawn: z.literal(true).exactOptional(),
  /** The verdict on a commit. */
  check: z
    .strictObject({ commit: z.string(), state: z.string(), title: z.string() })
    .exactOptional(),
});

const List = z.strictObject({ version: z.literal(1), proposals: z.array(Entry) });

/** A proposal without its texts. */
export type RegisterEntry = z.output<typeof Entry>;

export interface RegisterSnapshot {
  /** Commit and tree of the register; undefined if there is no proposal yet. */
  readonly tip?: { readonly commit: string; readonly tree: string };
  /** In order of their numbers. */
  readonly entries: readonly RegisterEntry[];
}

export interface Edit<T> {
  readonly entries: readonly RegisterEntry[];
  /** Texts to write, by their path in the register. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly value: T;
}

/** Proposals as files of a ref, which changes completely or not at all. */
export interface Register {
  read(): Promise<Result<RegisterSnapshot>>;
  text(snapshot: RegisterSnapshot, path: string): Promise<string | undefined>;
  /** Comments on a proposal, the oldest first. */
  comments(snapshot: RegisterSnapshot, number: number): Promise<Result<readonly string[]>>;
  /** Runs the edit again on the new content if another process changed the register first. */
  change<T>(edit: (snapshot: RegisterSnapshot) => Promise<Result<Edit<T>>>): Promise<Result<T>>;
}

/**
 * Attempts for one change. Each failure means that another process succeeded, so few are enough.
 */
const max = 20;

/** `now` is ISO 8601 UTC. */
export function createRegister(git: GitCommand, by: GitIdentity, now: () => string): Register {
  const read = () => readRegister(git);
  return {
    read,
    text: ({ tip }, path) => textAt(git, tip?.tree, path),
    async comments({ tip }, number) {
      const text = await textAt(git, tip?.tree, commentsFile(number));
      const comments = Comments.safeParse(text === undefined ? [] : parsedJson(text));
      return comments.success ? ok(comments.data) : fail(strange);
    },
    async change(edit) {
      for (let attempt = 0; attempt < max; attempt += 1) {
        const before = await read();
        if (!before.ok) return before;
        const edited = await edit(before.value);
        if (!edited.ok) return edited;
        if (isSame(before.value, edited.value)) return ok(edited.value.value);
        if (await write(git, before.value, edited.value, { by, date: now() })) {
          return ok(edited.value.value);
        }
      }
      return fail(contended);
    },
  };
}

async function readRegister(git: GitCommand): Promise<Result<RegisterSnapshot>> {
  const commit = await idNamed(git, `${registerRef}^{commit}`);
  if (commit === undefined) return ok({ entries: [] });
  const tree = await resolveTree(git, commit);
  const list = List.safeParse(parsedJson((await textAt(git, tree, listFile)) ?? ''));
  return list.success ? ok({ tip: { commit, tree }, entries: list.data.proposals }) : fail(strange);
}

async function textAt(
  git: GitCommand,
  tree: string | undefined,
  path: string,
): Promise<string | undefined> {
  if (tree === undefined) return undefined;
  const blob = await idNamed(git, `${tree}:${path}`);
  return blob === undefined ? undefined : readBlob(git, blob);
}

function isSame({ entries }: RegisterSnapshot, edit: Edit<unknown>): boolean {
  return edit.texts === undefined && JSON.stringify(edit.entries) === JSON.stringify(entries);
}

/** Returns false if the register has moved since the snapshot. */
async function write(
  git: GitCommand,
  { tip }: RegisterSnapshot,
  { entries, texts = new Map() }: Edit<unknown>,
  { by, date }: { readonly by: GitIdentity; readonly date: string },
): Promise<boolean> {
  const list = `${JSON.stringify({ version: 1, proposals: entries }, null, 2)}\n`;
  const files = new Map([[listFile, list], ...texts]);
  if (tip !== undefined && (await isThere(git, tip.tree, files))) return true;
  return importFiles(git, {
    ref: registerRef,
    onto: tip?.commit,
    message: 'Proposals\n',
    files,
    by,
    date,
  });
}

async function isThere(
  git: GitCommand,
  tree: string,
  files: ReadonlyMap<string, string>,
): Promise<boolean> {
  for (const [path, text] of files) if ((await textAt(git, tree, path)) !== text) return false;
  return true;
}

const strange: Problem = {
  code: 'forge-register',
  message: `${registerRef} of the repository does not have proposals in the format that Parley writes.`,
  hint: `Restore what was there, or start over with \`git update-ref -d ${registerRef}\`.`,
};

const contended: Problem = {
  code: 'forge-busy',
  message: `${registerRef} of the repository could not be updated.`,
  hint: 'Check that Parley may write to the repository, and that no stale git lock was left there.',
};
