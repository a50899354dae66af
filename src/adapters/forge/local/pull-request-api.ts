import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { shellQuoted } from '../../../model/shell.ts';
import type { GitCommand } from '../../git/run.ts';
import { markWithdrawn } from '../pull-requests/marker.ts';
import { forgeMoment } from '../pull-requests/moment.ts';
import type {
  NewPullRequest,
  PullRequest,
  PullRequestApi,
  PullRequestChanges,
} from '../pull-requests/types.ts';
import {
  commentsFile,
  descriptionFile,
  type Edit,
  type Register,
  type RegisterEntry,
  type RegisterSnapshot,
} from './register.ts';
import { branchTips, settle } from './settle.ts';

/** Number of the newest proposals that are returned, for a branch or for all. */
const maxShown = 50;

export interface LocalPlace {
  readonly git: GitCommand;
  readonly register: Register;
  /** Absolute path of the folder of the repository. */
  readonly repository: string;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

/**
 * Proposals of a repository on this machine, without a forge. People answer with git: merging the
 * branch merges the proposal, and deleting the branch closes it.
 */
export function createLocalPullRequestApi(place: LocalPlace): PullRequestApi {
  const { register } = place;
  return {
    byBranch: (branch) => select(place, (entry) => entry.branch === branch),
    async byNumber(number) {
      const found = await select(place, (entry) => entry.number === number);
      return found.ok ? ok(found.value[0]) : found;
    },
    newest: () => select(place, () => true),
    create: (pull) => create(place, pull),
    edit: ({ number }, changes) =>
      editEntry(register, number, async (before, snapshot) => {
        const entry = await changed(place.git, before, changes);
        if (!entry.ok) return entry;
        const body = changes.body ?? (await bodyOf(register, snapshot, number));
        const texts = new Map([[descriptionFile(number), body]]);
        const edited = since(before, entry.value, place.now());
        return ok({ entry: edited, texts, value: pullRequest(place.repository, edited, body) });
      }),
    async labelsOf(number) {
      const snapshot = await register.read();
      if (!snapshot.ok) return snapshot;
      return ok(snapshot.value.entries.find((one) => one.number === number)?.labels ?? []);
    },
    changeLabels: (number, add, remove) =>
      editEntry(register, number, async (entry) => {
        const left = entry.labels.filter((label) => !remove.includes(label));
        const labels = [...new Set([...left, ...add])].sort();
        return ok({ entry: { ...entry, labels }, value: undefined });
      }),
    async commentsOf(number) {
      const snapshot = await register.read();
      if (!snapshot.ok) return snapshot;
      const texts = await register.comments(snapshot.value, number);
      return texts.ok ? ok(texts.value.map((text, index) => ({ id: String(index), text }))) : texts;
    },
    addComment: (number, text) =>
      editComments(register, number, (before) => ({
        after: [...before, text],
        value: String(before.length),
      })),
    editComment: (number, id, text) =>
      editComments(register, number, (before) => {
        const isThere = before[Number(id)] !== undefined;
        return isThere
          ? { after: before.with(Number(id), text), value: true }
          : { after: before, value: false };
      }),
    setCheck: (commit, { state, title }) =>
      register.change(async ({ entries }) => {
        const check = { commit, state, title };
        const isOf = (one: RegisterEntry) => one.commit === commit && one.state === 'open';
        const checked = entries.map((one) => (isOf(one) ? { ...one, check } : one));
        return ok({ entries: checked, value: undefined });
      }),
    // A local repository has no user accounts: anyone who can write to it may already do
    // everything.
    permissionOf: async () => ok('none'),
  };
}

async function select(
  { git, register, repository, now }: LocalPlace,
  isMeant: (entry: RegisterEntry) => boolean,
): Promise<Result<PullRequest[]>> {
  // Records what people did, before the branches are changed.
  const snapshot = await register.change<RegisterSnapshot>(async (before) => {
    const isAsked = (entry: RegisterEntry) => entry.state === 'open' && isMeant(entry);
    const tips = await branchTips(git, before.entries.filter(isAsked));
    const entries: RegisterEntry[] = [];
    for (const entry of before.entries) {
      entries.push(isAsked(entry) ? since(entry, await settle(git, entry, tips), now()) : entry);
    }
    return ok({ entries, value: { ...before, entries } });
  });
  if (!snapshot.ok) return snapshot;
  const found: PullRequest[] = [];
  for (const entry of snapshot.value.entries.filter(isMeant).slice(-maxShown)) {
    const body = await bodyOf(register, snapshot.value, entry.number);
    found.push(pullRequest(repository, entry, body));
  }
  return ok(found);
}

async function bodyOf(
  register: Register,
  snapshot: RegisterSnapshot,
  number: number,
): Promise<string> {
  return (await register.text(snapshot, descriptionFile(number))) ?? '';
}

function create(
  { git, register, repository }: LocalPlace,
  { branch, base, title, body }: NewPullRequest,
): Promise<Result<PullRequest>> {
  return register.change(async ({ entries }) => {
    const commit = (await branchTips(git, [{ branch, base }])).get(branch);
    if (commit === undefined) return fail(noBranch(branch));
    const open = entries.find((one) => one.branch === branch && one.state === 'open');
    if (open !== undefined) return fail(isOpenAlready(open));
    const number = Math.max(0, ...entries.map((one) => one.number)) + 1;
    const text = { number, branch, base, commit, title };
    const entry: RegisterEntry = { ...text, state: 'open', labels: [] };
    return ok({
      entries: [...entries, entry],
      texts: new Map([[descriptionFile(number), body]]),
      value: pullRequest(repository, entry, body),
    });
  });
}

interface EntryEdit<T> extends Omit<Edit<T>, 'entries'> {
  readonly entry?: RegisterEntry;
}

function editEntry<T>(
  register: Register,
  number: number,
  edit: (entry: RegisterEntry, snapshot: RegisterSnapshot) => Promise<Result<EntryEdit<T>>>,
): Promise<Result<T>> {
  return register.change(async (snapshot): Promise<Result<Edit<T>>> => {
    const entry = snapshot.entries.find((one) => one.number === number);
    if (entry === undefined) return fail(noProposal(number));
    const edited = await edit(entry, snapshot);
    if (!edited.ok) return edited;
    const { entry: after = entry, ...rest } = edited.value;
    return ok({ ...rest, entries: snapshot.entries.map((one) => (one === entry ? after : one)) });
  });
}

function editComments<T>(
  register: Register,
  number: number,
  edit: (before: readonly string[]) => { readonly after: readonly string[]; readonly value: T },
): Promise<Result<T>> {
  return editEntry(register, number, async (_, snapshot) => {
    const before = await register.comments(snapshot, number);
    if (!before.ok) return before;
    const { after, value } = edit(before.value);
    if (after === before.value) return ok({ value });
    const file = `${JSON.stringify(after, null, 2)}\n`;
    return ok({ texts: new Map([[commentsFile(number), file]]), value });
  });
}

/** Records when the state changed. */
function since(before: RegisterEntry, after: RegisterEntry, now: string): RegisterEntry {
  return before.state === after.state ? after : { ...after, since: forgeMoment(now) };
}

/** A proposal that is merged or has no branch cannot be reopened. */
async function changed(
  git: GitCommand,
  entry: RegisterEntry,
  { title = entry.title, base = entry.base, state }: PullRequestChanges,
): Promise<Result<RegisterEntry>> {
  const { withdrawn: _, ...rest } = entry;
  const edited = { ...rest, title, base };
  if (state !== 'open') return ok({ ...edited, state: state ?? entry.state });
  const tips = await branchTips(git, [edited]);
  const tip = tips.get(entry.branch) ?? entry.commit;
  const opened = await settle(git, { ...edited, commit: tip, state }, tips);
  return opened.state === 'open' ? ok(opened) : fail(notReopened(entry));
}

function pullRequest(repository: string, entry: RegisterEntry, text: string): PullRequest {
  const { number, branch, base, commit, title, state, since: changedAt = beginning } = entry;
  const body = entry.withdrawn === true ? markWithdrawn(text) : text;
  const location = `git -C ${shellQuoted(repository)} show ${branch}`;
  return {
    ...{ number, branch, base, commit, title, isDraft: false, body, state, location, changedAt },
    ...(state === 'open' ? {} : { endedAt: changedAt }),
  };
}

/** Used for proposals whose state never changed. */
const beginning = forgeMoment('1970-01-01T00:00:00Z');

function noProposal(number: number): Problem {
  return { code: 'forge-not-found', message: `There is no proposal ${number}.` };
}

function noBranch(branch: string): Problem {
  return { code: 'forge-refused', message: `There is no branch ${branch}.` };
}

function isOpenAlready({ number, branch }: RegisterEntry): Problem {
  return { code: 'forge-conflict', message: `Proposal ${number} of ${branch} is open already.` };
}

function notReopened({ number }: RegisterEntry): Problem {
  return { code: 'forge-refused', message: `Proposal ${number} cannot be opened again.` };
}
