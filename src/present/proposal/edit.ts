import { naming } from '../../code/terraform/program.ts';
import type { Decision } from '../../model/decision.ts';
import type { Candidate, Patch, VerificationLevel } from '../../model/patch.ts';
import { formatPath } from '../../model/path.ts';
import { formatCount } from '../../model/words.ts';
import { fieldCell } from './field.ts';
import { capped, folded, markdownCode, markdownProse } from './markdown.ts';
import type { Room, Subject } from './subject.ts';

/** What each level of verification proves in addition to the levels before it. */
const proofs: Readonly<Record<VerificationLevel, string>> = {
  parse: 'The edited files parse.',
  scope: 'The files parse, and differ only at the places named here.',
  evaluate:
    'The whole configuration was evaluated before and after: only the blast radius below changes. No plan was made.',
  validate:
    'By evaluation only the blast radius below changes, and Terraform accepts the configuration. No plan was made.',
  plan: 'Terraform planned it against the cloud: no changes are left at these addresses.',
};

/** Where the code is edited, how far that is proved, and what else was tried. */
export function editSection(subject: Subject, room: Room): readonly string[] {
  const { patch, stack, program } = subject;
  if (patch === undefined) return [];
  const sites = patch.site.split('\n').filter((site) => site !== '');
  const { shown, rest } = capped(sites, room.rows, 'place');
  const { level, notes } = patch.verification;
  return [
    '',
    '### The edit',
    '',
    ...shown.map((site) => `- ${markdownCode(site, 300)}`),
    ...rest,
    '',
    `**Verified: ${level}.** ${naming(program, proofs[level])}`,
    ...(isBelowEdit(level, stack.verify)
      ? ['', `This stack requires ${stack.verify}, which was not reached.`]
      : []),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${markdownProse(note)}`)]),
    ...radius(subject, patch, room),
    ...alternatives(patch.candidates, room),
  ];
}

const levels: readonly VerificationLevel[] = ['parse', 'scope', 'evaluate', 'validate', 'plan'];

export function isBelowEdit(level: VerificationLevel, wanted: VerificationLevel): boolean {
  return levels.indexOf(level) < levels.indexOf(wanted);
}

/**
 * The blast radius: one sentence where it is exactly what the proposal changes, else a list of
 * fields.
 */
function radius({ decisions }: Subject, { blastRadius }: Patch, { rows }: Room): readonly string[] {
  const lead = '**Blast radius:**';
  if (blastRadius.length === 0) return ['', `${lead} none; the edit changes no value.`];
  const about = new Set(decisions.map(placeOf));
  const reached = new Set(blastRadius.map(placeOf));
  if (about.size === reached.size && [...reached].every((place) => about.has(place))) {
    const what = reached.size === 1 ? 'the field' : `the ${formatCount(reached.size, 'field')}`;
    return ['', `${lead} exactly ${what} in the table above, and nothing else.`];
  }
  const { shown, rest } = capped(blastRadius, rows, 'value');
  const lines = shown.map(({ address, path }) => `- ${markdownCode(address)} ${fieldCell(path)}`);
  return [
    '',
    `${lead} ${formatCount(blastRadius.length, 'value')}, and nothing else:`,
    '',
    ...lines,
    ...rest,
  ];
}

function placeOf({ address, path }: Pick<Decision, 'address' | 'path'>): string {
  return `${address} ${formatPath(path)}`;
}

function alternatives(candidates: readonly Candidate[], { places }: Room): readonly string[] {
  const lost = candidates.filter(({ chosen }) => !chosen);
  if (lost.length === 0) return [];
  const { shown, rest } = capped(lost, places, 'place');
  const lines = shown.map(
    ({ kind, file, line, description, because }) =>
      `- ${markdownCode(`${file}:${line}`)} ${markdownCode(`${kind}: ${description}`)}: ${markdownProse(because)}`,
  );
  return ['', ...folded('Other places that could have been edited', [...lines, ...rest])];
}
