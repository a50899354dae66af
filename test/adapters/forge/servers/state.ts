import { createHash } from 'node:crypto';

export type FakePullState = 'open' | 'closed' | 'merged';

interface NewPull {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** A pull request; a closed one keeps the commit at which it was closed. */
export class FakePull {
  readonly number: number;
  readonly isFork: boolean;
  readonly branch: string;
  base: string;
  title: string;
  body: string;
  labels: string[] = [];
  /** Comments posted through the API. */
  readonly comments: string[] = [];
  /** Comments written by people. */
  readonly said: Said[] = [];
  /** The branch was force-pushed while the pull request was closed. */
  isRebuilt = false;
  #state: FakePullState = 'open';
  #closedAt: string | undefined;
  #stateAt: string;
  #changedAt: string;
  #lastTip: string;
  #endedBy: string | undefined;
  readonly #now: () => string;
  readonly #tipOf: (branch: string) => string;

  constructor(
    number: number,
    { branch, base, title, body }: NewPull,
    isFork: boolean,
    tipOf: (branch: string) => string,
    now: () => string,
  ) {
    this.number = number;
    this.isFork = isFork;
    this.#tipOf = tipOf;
    this.#now = now;
    this.#stateAt = now();
    this.#changedAt = this.#stateAt;
    this.branch = branch;
    this.#lastTip = tipOf(branch);
    this.base = base;
    this.title = title;
    this.body = body;
  }

  get state(): FakePullState {
    return this.#state;
  }

  set state(state: FakePullState) {
    if (state === 'open') this.#closedAt = undefined;
    else this.#closedAt ??= this.#tipOf(this.branch);
    if (state !== this.#state) {
      this.#endedBy = undefined;
      this.#stateAt = this.#now();
      this.touch();
    }
    this.#state = state;
  }

  /** A person closes or merges it, rather than the API. */
  end(state: 'closed' | 'merged', by: string): void {
    this.state = state;
    this.#endedBy = by;
  }

  get endedBy(): string | undefined {
    return this.#endedBy;
  }

  /** When the state last changed, in whole seconds as forges report it. */
  get stateAt(): string {
    return this.#stateAt;
  }

  get changedAt(): string {
    if (this.commit !== this.#lastTip) this.touch();
    return this.#changedAt;
  }

  touch(): void {
    this.#lastTip = this.commit;
    this.#changedAt = this.#now();
  }

  get commit(): string {
    return this.#closedAt ?? this.#tipOf(this.branch);
  }

  get isBranchGone(): boolean {
    return this.#tipOf(this.branch) === '';
  }

  /** Forges do not reopen a pull request whose branch was force-pushed in the meantime. */
  get mayReopen(): boolean {
    return !this.isRebuilt && this.commit === this.#tipOf(this.branch);
  }
}

/** A comment by a person. */
export interface Said {
  readonly id: number;
  readonly user: string;
  readonly text: string;
  readonly at: string;
}

export interface FakeCheck {
  readonly commit: string;
  readonly name: string;
  state: string;
  title: string;
}

/** The events that webhooks report. */
export type Happened =
  | {
      readonly kind: 'opened' | 'edited' | 'closed' | 'reopened' | 'merged';
      readonly pull: FakePull;
    }
  | {
      readonly kind: 'commented';
      readonly pull: FakePull;
      readonly id: number;
      readonly text: string;
    };

export type Change = { title?: string; body?: string; base?: string; state?: 'open' | 'closed' };

/** No pull request has this number. */
export class NoSuchPull extends Error {}

/** The state that all forges have in common, and the rules that they all follow. */
export class ForgeState {
  readonly pulls: FakePull[] = [];
  readonly checks: FakeCheck[] = [];
  readonly labels: { readonly id: number; readonly name: string }[] = [];
  readonly members = new Map<string, string>();
  /** Inputs of the workflows that were started. */
  readonly dispatched: { readonly file: string; readonly body: unknown }[] = [];
  /** The clock of the forge, with a resolution of seconds. */
  now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  /** Called for everything done through the API, right after it is done. */
  watch: (happened: Happened) => void = () => undefined;

  /** The tip of a branch; empty if there is none. */
  commitOf(branch: string): string {
    return createHash('sha1').update(branch).digest('hex');
  }

  get(number: number): FakePull {
    const pull = this.pulls.find((one) => one.number === number);
    if (pull === undefined) throw new NoSuchPull(`There is no pull request ${number}.`);
    return pull;
  }

  /** Returns undefined if the branch already has an open pull request, or does not exist. */
  create(wanted: NewPull, isFork = false): FakePull | undefined {
    if (!isFork && this.pulls.some((one) => isOpenFor(one, wanted.branch))) return undefined;
    if (this.commitOf(wanted.branch) === '') return undefined;
    const tipOf = (branch: string) => this.commitOf(branch);
    const pull = new FakePull(this.pulls.length + 1, wanted, isFork, tipOf, () => this.now());
    this.pulls.push(pull);
    this.watch({ kind: 'opened', pull });
    return pull;
  }

  /** Returns false, and changes nothing, if the forge refuses. */
  edit(pull: FakePull, { title, body, base, state }: Change): boolean {
    const before = { ...textOf(pull), state: pull.state };
    if (state === 'open' && pull.state !== 'open') {
      const isTaken = this.pulls.some((one) => isOpenFor(one, pull.branch));
      if (pull.state === 'merged' || !pull.mayReopen || isTaken) return false;
      pull.state = 'open';
    }
    if (state === 'closed' && pull.state === 'open') pull.state = 'closed';
    pull.title = title ?? pull.title;
    pull.body = body ?? pull.body;
    pull.base = base ?? pull.base;
    if (pull.state !== before.state) {
      this.watch({ kind: pull.state === 'open' ? 'reopened' : 'closed', pull });
    }
    const isSame = Object.entries(textOf(pull)).every(
      ([name, value]) => Reflect.get(before, name) === value,
    );
    if (!isSame) {
      pull.touch();
      this.watch({ kind: 'edited', pull });
    }
    return true;
  }

  /** Returns the id of the comment. */
  comment(pull: FakePull, text: string): number {
    pull.comments.push(text);
    pull.touch();
    const id = pull.number * 1000 + pull.comments.length;
    this.watch({ kind: 'commented', pull, id, text });
    return id;
  }

  /** A person writes a comment. */
  say(pull: FakePull, user: string, text: string): Said {
    const id = pull.number * 1000 + 500 + pull.said.length;
    const said = { id, user, text, at: this.now() };
    pull.said.push(said);
    pull.touch();
    return said;
  }

  /** All comments, by people and through the API. */
  commentsOf(pull: FakePull): readonly Said[] {
    const own = pull.comments.map((text, index) => ({
      id: pull.number * 1000 + index + 1,
      user: 'parley',
      text,
      at: pull.changedAt,
    }));
    return [...own, ...pull.said];
  }

  /** All pull requests, the most recently changed first. */
  newest(): readonly FakePull[] {
    return this.pulls.toSorted((a, b) =>
      a.changedAt === b.changedAt ? b.number - a.number : a.changedAt < b.changedAt ? 1 : -1,
    );
  }

  /** Returns false if there is no such comment. */
  editComment(id: number, text: string): boolean {
    const pull = this.pulls.find(({ number }) => number === Math.floor(id / 1000));
    const index = (id % 1000) - 1;
    if (pull?.comments[index] === undefined) return false;
    pull.comments[index] = text;
    return true;
  }

  /** Like forges, closes the open pull requests whose branch is gone. */
  settle(): void {
    for (const pull of this.pulls) {
      if (pull.state === 'open' && pull.commit === '') pull.state = 'closed';
    }
  }

  rebuild(branch: string): void {
    for (const pull of this.pulls) {
      if (pull.branch === branch && pull.state !== 'open') pull.isRebuilt = true;
    }
  }

  setCheck(check: FakeCheck): FakeCheck {
    const { commit, name } = check;
    const known = this.checks.find((one) => one.commit === commit && one.name === name);
    if (known === undefined) this.checks.push(check);
    return Object.assign(known ?? check, check);
  }

  labelId(name: string): number {
    const known = this.labels.find((one) => one.name === name);
    if (known !== undefined) return known.id;
    const id = this.labels.length + 100;
    this.labels.push({ id, name });
    return id;
  }
}

function textOf({ title, body, base }: FakePull) {
  return { title, body, base };
}

function isOpenFor(pull: FakePull, branch: string): boolean {
  return pull.state === 'open' && !pull.isFork && pull.branch === branch;
}
