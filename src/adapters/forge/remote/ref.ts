import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';

/** Prefix of the branches of proposals. */
export const branchPrefix = 'parley/';

const form = /^parley\/[A-Za-z0-9](?:[A-Za-z0-9._-]{0,150}[A-Za-z0-9])?$/;

/**
 * The ref of a proposal's branch. Refuses anything that git could take for a flag, a range or
 * another ref.
 */
export function gitRefOf(branch: string): Result<string> {
  if (form.test(branch) && !branch.includes('..') && !branch.endsWith('.lock')) {
    return ok(`refs/heads/${branch}`);
  }
  return fail({
    code: 'branch-name',
    message: `${displayText(branch, 80)} is not the name of a Parley branch.`,
    hint: 'Branches of proposals are named parley/ followed by the id of the intent.',
  });
}

export function isCommit(text: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);
}
