import { createHash } from 'node:crypto';

export type FakePullState = 'open' | 'closed' | 'merged';

interface NewPull {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** A pull request: what is closed keeps the commit that it was closed at. */
export class FakePull {
  readonly number: number;
  readonly isFork: boolean;
  readonly branch: string;
  base: string;
  title: string;
  body: string;
  labels: string[] = [];
  /** What was said over the API. */
  readonly comments: string[] = [];
  /** What people wrote. */
  readonly said: Said[] = [];
  /** The branch was pushed anew while this was closed. */
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

  /** Somebody ends it, and not the API. */
  end(state: 'closed' | 'merged', by: string): void {
    this.state = state;
    this.#endedBy = by;
  }

  get endedBy(): string | undefined {
    return this.#endedBy;
  }

  /** When the state became what it is, in seconds as forges write it. */
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

  /** Forges do not take up again what was pushed anew in the meantime. */
  get mayReopen(): boolean {
    return !this.isRebuilt && this.commit === this.#tipOf(this.branch);
  }
}

/** A comment of a person. */
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

/** What webhooks tell of. */
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

/** What all forges have in common, and the rules that they all keep. */
/** A number that nothing has. */
export class NoSuchPull extends Error {}

export class ForgeState {
  readonly pulls: FakePull[] = [];
  readonly checks: FakeCheck[] = [];
  readonly labels: { readonly id: number; readonly name: string }[] = [];
  readonly members = new Map<string, string>();
  /** Workflows that were started, as they were asked for. */
  readonly dispatched: { readonly file: string; readonly body: unknown }[] = [];
  /** The clock of the forge, in seconds. */
  now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  /** Hears of what is done over the API, as soon as it is done. */
  watch: (happened: Happened) => void = () => undefined;

  /** Tip of a branch; empty where there is none. */
  commitOf(branch: string): string {
    return createHash('sha1').update(branch).digest('hex');
  }

  get(number: number): FakePull {
    const pull = this.pulls.find((one) => one.number === number);
    if (pull === undefined) throw new NoSuchPull(`There is no pull request ${number}.`);
    return pull;
  }

  /** Undefined when there is an open one for the branch already. */
  create(wanted: NewPull, isFork = false): FakePull | undefined {
    if (!isFork && this.pulls.some((one) => isOpenFor(one, wanted.branch))) return undefined;
    // There is no such branch.
    if (this.commitOf(wanted.branch) === '') return undefined;
    const tipOf = (branch: string) => this.commitOf(branch);
    const pull = new FakePull(this.pulls.length + 1, wanted, isFork, tipOf, () => this.now());
    this.pulls.push(pull);
    this.watch({ kind: 'opened', pull });
    return pull;
  }

  /** False when the forge refuses; then nothing is changed. */
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

  /** The id of the comment. */
  comment(pull: FakePull, text: string): number {
    pull.comments.push(text);
    pull.touch();
    const id = pull.number * 1000 + pull.comments.length;
    this.watch({ kind: 'commented', pull, id, text });
    return id;
  }

  /** Somebody writes a comment. */
  say(pull: FakePull, user: string, text: string): Said {
    const id = pull.number * 1000 + 500 + pull.said.length;
    const said = { id, user, text, at: this.now() };
    pull.said.push(said);
    pull.touch();
    return said;
  }

  /** All that is written on it. */
  commentsOf(pull: FakePull): readonly Said[] {
    const own = pull.comments.map((text, index) => ({
      id: pull.number * 1000 + index + 1,
      user: 'parley',
      text,
      at: pull.changedAt,
    }));
    return [...own, ...pull.said];
  }

  /** The ones that changed last come first. */
  newest(): readonly FakePull[] {
    return this.pulls.toSorted((a, b) =>
      a.changedAt === b.changedAt ? b.number - a.number : a.changedAt < b.changedAt ? 1 : -1,
    );
  }

  /** False where there is no such comment. */
  editComment(id: number, text: string): boolean {
    const pull = this.pulls.find(({ number }) => number === Math.floor(id / 1000));
    const index = (id % 1000) - 1;
    if (pull?.comments[index] === undefined) return false;
    pull.comments[index] = text;
    return true;
  }

  /** Forges close what is open for a branch that is gone. */
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
