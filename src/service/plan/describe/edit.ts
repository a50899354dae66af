import type { Candidate, Patch, VerificationLevel } from '../../../model/patch.ts';
import { fieldCell } from './field.ts';
import { capped, code, count, folded, prose } from './markdown.ts';
import type { Room, Subject } from './subject.ts';

/** What each level of verification proves, on top of those before it. */
const proofs: Readonly<Record<VerificationLevel, string>> = {
  parse: 'The edited files parse.',
  scope: 'The files parse, and differ in nothing but the places named here.',
  evaluate:
    'The whole configuration was evaluated before and after: only what is listed below changes. The cloud was not asked.',
  validate:
    'Only what is listed below changes, by evaluation, and Terraform accepts the configuration. The cloud was not asked.',
  plan: 'Terraform planned it against the cloud: nothing is left to change at these addresses.',
};

/** Where the code is edited, how far that is proved, and what else was tried. */
export function editSection({ patch, stack }: Subject, room: Room): readonly string[] {
  if (patch === undefined) return [];
  const sites = patch.site.split('\n').filter((site) => site !== '');
  const { shown, rest } = capped(sites, room.rows, 'place');
  const { level, notes } = patch.verification;
  return [
    '',
    '### The edit',
    '',
    ...shown.map((site) => `- ${code(site, 300)}`),
    ...rest,
    '',
    `**Verified: ${level}.** ${proofs[level]}`,
    ...(isBelow(level, stack.verify)
      ? ['', `This stack asks for ${stack.verify}, which was not reached.`]
      : []),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${prose(note)}`)]),
    ...radius(patch, room),
    ...alternatives(patch.candidates, room),
  ];
}

const levels: readonly VerificationLevel[] = ['parse', 'scope', 'evaluate', 'validate', 'plan'];

export function isBelow(level: VerificationLevel, wanted: VerificationLevel): boolean {
  return levels.indexOf(level) < levels.indexOf(wanted);
}

function radius({ blastRadius }: Patch, { rows }: Room): readonly string[] {
  if (blastRadius.length === 0) return ['', 'It changes the value of nothing.'];
  const { shown, rest } = capped(blastRadius, rows, 'value');
  const lines = shown.map(({ address, path }) => `- ${code(address)} ${fieldCell(path)}`);
  return [
    '',
    `It changes ${count(blastRadius.length, 'value')} and nothing else:`,
    '',
    ...lines,
    ...rest,
  ];
}

function alternatives(candidates: readonly Candidate[], { places }: Room): readonly string[] {
  const lost = candidates.filter(({ chosen }) => !chosen);
  if (lost.length === 0) return [];
  const { shown, rest } = capped(lost, places, 'place');
  const lines = shown.map(
    ({ kind, file, line, description, because }) =>
      `- ${code(`${file}:${line}`)} ${code(`${kind}: ${description}`)}: ${prose(because)}`,
  );
  return ['', ...folded('Other places that could have been edited', [...lines, ...rest])];
}
