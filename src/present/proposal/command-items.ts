import { usage } from '../../ports/command/parse.ts';

const meanings: Readonly<Record<keyof typeof usage, string>> = {
  why: 'explain the current decision',
  revert: 'keep the code; this becomes a request to restore the cloud',
  delegate: 'delegate it to the actor that changed it; bounds are optional',
  hold: 'close this, and reopen it after that time if the drift is still there',
  wrong: 'Parley misread the change; nothing is done until somebody decides',
  dismiss:
    'this drift needs no action: it is closed with your name and reason, until the field changes again',
  reopen: 'withdraw earlier answers; the policy decides again',
  recheck:
    'check the cloud again now; `recheck force` also discards commits of people on this branch that block a newer patch',
};

/** The syntax of each command with its effect, as items of a Markdown list. */
export function commandItems(kinds: readonly (keyof typeof usage)[]): readonly string[] {
  return kinds.map((kind) => `- \`${usage[kind]}\`: ${meanings[kind]}`);
}
