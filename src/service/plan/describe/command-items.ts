import { usage } from '../../../forge/command/parse.ts';

const meanings: Readonly<Record<keyof typeof usage, string>> = {
  why: 'the whole explanation',
  revert: 'the code stays, and the cloud is to be put back',
  delegate: 'leave the field to who changes it, within bounds or without',
  hold: 'do nothing about it for that long',
  wrong: 'this was not understood; nothing is done until somebody decides',
  recheck: 'look again now',
};

/** How each command is written, with what it does: items of a Markdown list. */
export function commandItems(kinds: readonly (keyof typeof usage)[]): readonly string[] {
  return kinds.map((kind) => `- \`${usage[kind]}\`: ${meanings[kind]}`);
}
