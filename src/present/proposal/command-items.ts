import { usage } from '../../ports/command/parse.ts';

const meanings: Readonly<Record<keyof typeof usage, string>> = {
  why: 'explain the decision, as of now',
  revert: 'the code stays, and this becomes a request to put the cloud back',
  delegate: 'leave it to who changes it; the bounds may be left out',
  hold: 'close this, and come back to it after that time',
  wrong: 'Parley has misread it; nothing is done until somebody decides',
  dismiss:
    'it is no drift to act on: it is closed, with who said so and why, until somebody sets it again',
  reopen: 'what was answered before is taken back, and the policy decides again',
  recheck:
    'look at the cloud again now; with `force` behind it, also give up commits of people on this branch that keep a newer patch away',
};

/** How each command is written, with what it does: items of a Markdown list. */
export function commandItems(kinds: readonly (keyof typeof usage)[]): readonly string[] {
  return kinds.map((kind) => `- \`${usage[kind]}\`: ${meanings[kind]}`);
}
