import type { AcceptanceReplay } from './acceptance.ts';
import { reasons } from './reasons.ts';
import type { PolicyVerdict, Replayed } from './replay.ts';

const head = `# What changed when harm came to decide

The default policy was rewritten ([ADR 18](adr/0018-let-harm-decide-before-convenience.md)).
This page decides again about what is recorded, once by [the policy before](../fixtures/policies/earlier/default.policy.yaml) and once by today's, and lists every verdict that differs, with the reason why the new one is better.
It is written by \`npx tsx scripts/policy-changes.ts\`, and a test holds it against both policies.

Recorded are the log of the demo, the [situations](../fixtures/policies/scenarios) of the default policy, and what the acceptance cases left in the log of their emulated cloud.
The verdicts about the last are kept beside [the policy before](../fixtures/policies/earlier/acceptance.json), since that cloud runs only for the cases; most of their calls are a person's, with neither approval nor incident.
`;

/** The page. Throws where a group of changes has no reason. */
export function renderChanges(
  all: readonly Replayed[],
  acceptance: AcceptanceReplay = { verdicts: 0, changed: [] },
): string {
  const differing = all.filter(({ before, after }) => before.outcome !== after.outcome);
  const changed = [...differing, ...acceptance.changed];
  const kinds = new Map<string, Replayed[]>();
  for (const one of changed) {
    const key = `${one.before.outcome} ${one.after.outcome} ${one.after.rule}`;
    kinds.set(key, [...(kinds.get(key) ?? []), one]);
  }
  const groups = [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => sectionOf(group));
  const demo = all.filter(({ source }) => source === 'demo');
  const moved = differing.filter(({ source }) => source === 'demo').length;
  const counts = `Of ${demo.length} verdicts of the demo ${moved} differ, of ${all.length - demo.length} situations ${differing.length - moved}, of ${acceptance.verdicts} verdicts of the acceptance cases ${acceptance.changed.length}.`;
  return [head, counts, '', ...groups].join('\n');
}

function sectionOf(group: readonly Replayed[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const { before, after } = first;
  const reason = reasons[after.rule];
  if (reason === undefined) throw new Error(`no reason is written for ${after.rule}`);
  const rows = group.map(
    (one) =>
      `| ${one.source === 'demo' ? 'demo' : one.source} | ${cell(one.about)} | ${verdictText(one.before)} | ${verdictText(one.after)} |`,
  );
  return [
    `## From ${before.outcome} to ${after.outcome}, by ${after.rule}`,
    '',
    reason,
    '',
    '| where | what | before | now |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function verdictText({ outcome, rule }: PolicyVerdict): string {
  return `${outcome} (${rule})`;
}

function cell(text: string): string {
  return text.includes('.') && !text.includes(' a ')
    ? `\`${text.replaceAll('|', '\\|')}\``
    : text.replaceAll('|', '\\|');
}
