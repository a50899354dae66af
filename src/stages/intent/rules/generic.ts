import type { Purpose } from '../../../model/intent.ts';
import { own } from '../../../model/json.ts';
import { compareText, displayText } from '../../../model/text.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { type Fact, factMemberText, shortValue } from '../facts.ts';

/** Fields whose change indicates a purpose, for any type. */
const purposes: Readonly<Record<string, Purpose>> = {
  engine_version: 'maintenance',
  image_id: 'deployment',
  image_uri: 'deployment',
  instance_class: 'scaling',
  instance_type: 'scaling',
  maintenance_window: 'maintenance',
  preferred_maintenance_window: 'maintenance',
  runtime: 'maintenance',
  s3_key: 'deployment',
  source_code_hash: 'deployment',
  task_definition: 'deployment',
};

/** More changes of one resource than this are counted instead of spelled out. */
const max = 3;

/** Describes old and new value of every drift that no other rule describes. */
export const genericRule: NamingRule = {
  id: 'generic',
  read: (facts) => {
    const worst = Math.max(...facts.map(({ severity }) => severity));
    const harmful = facts.filter(({ severity }) => severity === worst && worst > 0);
    // A count would hide the worst weakenings, so they are spelled out separately if they are few.
    if (harmful.length > max) return clausesFor(facts);
    return [...clausesFor(harmful), ...clausesFor(facts.filter((fact) => !harmful.includes(fact)))];
  },
};

function clausesFor(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  return facts.length > max ? [summarize(facts)] : facts.map(spellOut);
}

function summarize(facts: readonly Fact[]): Omit<IntentClause, 'rule'> {
  const ordered = facts.toSorted(
    (a, b) => b.severity - a.severity || compareText(a.field, b.field),
  );
  const fields = [...new Set(ordered.map(({ field }) => displayText(field, 40)))];
  const shown = fields.slice(0, max).join(', ');
  const after = ` (${shown}${fields.length > max ? ', ...' : ''})`;
  const phrases = { before: `Changed ${facts.length} settings of `, after };
  return clause(facts, 'change', phrases, { confidence: 0.4, together: false });
}

function spellOut(fact: Fact): Omit<IntentClause, 'rule'> {
  const field = displayText(fact.field, 80);
  const last = fact.field.slice(fact.field.lastIndexOf('.') + 1);
  const purpose = own(purposes, last) ?? 'change';
  const clauseWith = (before: string, after = '', confidence = 0.6): Omit<IntentClause, 'rule'> =>
    clause([fact], purpose, { before, after }, { confidence });
  switch (fact.change) {
    case 'hidden':
      return fact.drift.path.length === 0
        ? clauseWith('Changed ', ' in a way that the log leaves out', 0.3)
        : clauseWith(`Changed ${field} of `, ' to a value that the log hides', 0.4);
    case 'joined':
      return clauseWith(`Added ${factMemberText(fact.member)} to ${field} of `);
    case 'left':
      return clauseWith(`Removed ${factMemberText(fact.member)} from ${field} of `);
    case 'created':
      return clauseWith('Created ', ' outside Terraform');
    case 'deleted':
      return clauseWith('Deleted ');
    case 'changed':
      return spellOutChange(fact, field, clauseWith);
  }
}

function spellOutChange(
  fact: Fact,
  field: string,
  clauseWith: (before: string, after?: string, confidence?: number) => Omit<IntentClause, 'rule'>,
): Omit<IntentClause, 'rule'> {
  const [from, to] = [shortValue(fact.declared), shortValue(fact.live)];
  if (fact.live === undefined) return clauseWith(`Removed ${field} of `);
  if (to === undefined) return clauseWith(`Changed ${field} of `, '', 0.5);
  return from === undefined
    ? clauseWith(`Set ${field} of `, ` to ${to}`)
    : clauseWith(`Changed ${field} of `, ` from ${from} to ${to}`);
}
