import type { RemoteGitAnswer, RemoteGitCall } from './run-git.ts';

/** Characters of answers that are kept; the ones that were not asked for longest go first. */
const most = 8_000_000;
/** Characters of an answer that is kept. */
const largest = 200_000;

/** Commands that only read. `cat-file -e` is not among them: it asks what is there by now. */
const reads = new Set(['ls-tree', 'log', 'diff-tree', 'merge-base', 'diff', 'cherry', 'show']);

const id = '[0-9a-f]{40}(?:[0-9a-f]{24})?';
const revision = new RegExp(`^${id}(?:[\\^~]\\d*|\\^\\{\\w+\\})*(?:\\.\\.\\.${id})?$`);

/**
 * Git that is not asked twice for what objects say: a name that is a hash of the content stands for
 * the same content for good. What names a branch is requested each time.
 */
export function remembering<
  C extends Pick<RemoteGitCall, 'args' | 'env' | 'input'>,
  A extends Pick<RemoteGitAnswer, 'code' | 'out'>,
>(git: (call: C) => Promise<A>): (call: C) => Promise<A> {
  const known = new Map<string, A>();
  let kept = 0;
  const keep = (key: string, answer: A): void => {
    known.set(key, answer);
    kept += key.length + answer.out.length;
    for (const [oldest, { out }] of known) {
      if (kept <= most) return;
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
    // Whatever else it ends with is a failure of the moment.
    const isAnswer = answer.code === 0 || answer.code === 1;
    if (isAnswer && answer.out.length <= largest && !known.has(key)) keep(key, answer);
    return answer;
  };
}

/** `--git-dir DIR COMMAND ...` where every revision is named by its hash. */
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
