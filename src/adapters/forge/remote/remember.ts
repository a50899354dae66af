import type { GitCall, GitOutput } from '../../git/run.ts';

/** Characters of all answers that are kept; the least recently used ones are dropped first. */
const maxKept = 8_000_000;
/** Characters of the longest answer that is kept. */
const largest = 200_000;

/**
 * Commands that only read. `cat-file -e` is not among them, because it tests what exists at the
 * moment.
 */
const reads = new Set(['ls-tree', 'log', 'diff-tree', 'merge-base', 'diff', 'cherry', 'show']);

const id = '[0-9a-f]{40}(?:[0-9a-f]{24})?';
const revision = new RegExp(`^${id}(?:[\\^~]\\d*|\\^\\{\\w+\\})*(?:\\.\\.\\.${id})?$`);

/**
 * Caches what git reports about objects: a name that is a hash of the content always means the same
 * content. Calls that name a branch are made each time.
 */
export function remembering<
  C extends Pick<GitCall, 'args' | 'env' | 'input'>,
  A extends Pick<GitOutput, 'code' | 'out'>,
>(git: (call: C) => Promise<A>): (call: C) => Promise<A> {
  const known = new Map<string, A>();
  let kept = 0;
  const keep = (key: string, answer: A): void => {
    known.set(key, answer);
    kept += key.length + answer.out.length;
    for (const [oldest, { out }] of known) {
      if (kept <= maxKept) return;
      known.delete(oldest);
      kept -= oldest.length + out.length;
    }
  };
  return async (call) => {
    const isFixed = call.env === undefined && call.input === undefined && isOfObjects(call.args);
    if (!isFixed) return git(call);
    const key = call.args.join('\0');
    const before = known.get(key);
    if (before !== undefined) {
      known.delete(key);
      known.set(key, before);
      return before;
    }
    const answer = await git(call);
    // Any other exit code is a temporary failure.
    const isAnswer = answer.code === 0 || answer.code === 1;
    if (isAnswer && answer.out.length <= largest && !known.has(key)) keep(key, answer);
    return answer;
  };
}

/** True for `--git-dir DIR COMMAND ...` if every revision is named by its hash. */
function isOfObjects([flag, dir, command = '', ...rest]: readonly string[]): boolean {
  if (flag !== '--git-dir' || dir === undefined) return false;
  const end = rest.indexOf('--');
  const words = (end === -1 ? rest : rest.slice(0, end)).filter((one) => !one.startsWith('-'));
  const isRead = command === 'cat-file' ? rest[0] === 'blob' : reads.has(command);
  const isParsed = command === 'rev-parse' && rest[0] === '--verify';
  const revisions = command === 'cat-file' ? words.slice(1) : words;
  return (
    (isRead || isParsed) && revisions.length > 0 && revisions.every((one) => revision.test(one))
  );
}
