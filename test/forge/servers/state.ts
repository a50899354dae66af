import { createHash } from 'node:crypto';

export interface FakePull {
  readonly number: number;
  readonly branch: string;
  base: string;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  readonly isFork: boolean;
  labels: string[];
  readonly comments: string[];
  /** The branch was pushed anew while this was closed. */
  isRebuilt: boolean;
}

export interface FakeCheck {
  readonly commit: string;
  readonly name: string;
  state: string;
  title: string;
}

export type Change = { title?: string; body?: string; base?: string; state?: 'open' | 'closed' };

/** What all forges have in common, and the rules that they all keep. */
export class ForgeState {
  readonly pulls: FakePull[] = [];
  readonly checks: FakeCheck[] = [];
  readonly labels: { readonly id: number; readonly name: string }[] = [];
  readonly members = new Map<string, string>();

  commitOf(branch: string): string {
    return createHash('sha1').update(branch).digest('hex');
  }

  get(number: number): FakePull {
    const pull = this.pulls.find((one) => one.number === number);
    if (pull === undefined) throw new Error(`There is no pull request ${number}.`);
    return pull;
  }

  /** Undefined when there is an open one for the branch already. */
  create(
    wanted: { branch: string; base: string; title: string; body: string },
    isFork = false,
  ): FakePull | undefined {
    if (!isFork && this.pulls.some((one) => isOpenFor(one, wanted.branch))) return undefined;
    const pull: FakePull = {
      ...wanted,
      number: this.pulls.length + 1,
      state: 'open',
      isFork,
      labels: [],
      comments: [],
      isRebuilt: false,
    };
    this.pulls.push(pull);
    return pull;
  }

  /** False when the forge refuses. */
  edit(pull: FakePull, { title, body, base, state }: Change): boolean {
    if (state === 'open' && pull.state !== 'open') {
      const isTaken = this.pulls.some((one) => isOpenFor(one, pull.branch));
      if (pull.state === 'merged' || pull.isRebuilt || isTaken) return false;
      pull.state = 'open';
    }
    if (state === 'closed' && pull.state === 'open') pull.state = 'closed';
    pull.title = title ?? pull.title;
    pull.body = body ?? pull.body;
    pull.base = base ?? pull.base;
    return true;
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

function isOpenFor(pull: FakePull, branch: string): boolean {
  return pull.state === 'open' && !pull.isFork && pull.branch === branch;
}
