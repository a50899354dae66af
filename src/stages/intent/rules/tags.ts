import { displayText } from '../../../model/text.ts';
import { isTagAttribute, tagNoun } from '../../../providers/traits/tag-attributes.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { type Fact, factMemberText, shortValue } from '../facts.ts';

const longestKeyList = 4;

function isTag({ field, type, change }: Fact): boolean {
  if (change === 'created' || change === 'deleted') return false;
  return isTagAttribute(type, field.split('.')[0] ?? '');
}

/** The key of a tag: in a map, part of the path; in a repeated block, part of the member. */
function keyOf({ drift, member }: Fact): string {
  if (member !== undefined) return factMemberText(member);
  const step = drift.path[1];
  return typeof step === 'string' ? displayText(step, 60) : 'all';
}

/** One tag of one resource, or `Changed 4 tags on 3 resources (Owner, Team)`. */
export const tagRule: NamingRule = {
  id: 'tags',
  read: (facts) => {
    const tags = facts.filter(isTag);
    const [first] = tags;
    if (first === undefined) return [];
    return [tags.length === 1 ? oneTag(first) : manyTags(tags)];
  },
};

function oneTag(fact: Fact): Omit<IntentClause, 'rule'> {
  const key = keyOf(fact);
  const noun = tagNoun(fact.type);
  if (fact.change === 'hidden') {
    return clause([fact], 'tagging', { before: `Changed ${noun} ${key} of ` }, { confidence: 0.5 });
  }
  if (fact.change === 'left' || fact.live === undefined) {
    return clause([fact], 'tagging', { before: `Removed ${noun} ${key} from ` });
  }
  const value = shortValue(fact.live);
  const after = value === undefined ? '' : ` to ${value}`;
  if (fact.change === 'joined')
    return clause([fact], 'tagging', { before: `Added ${noun} ${key} to ` });
  return clause([fact], 'tagging', { before: `Set ${noun} ${key} of `, after });
}

function manyTags(tags: readonly Fact[]): Omit<IntentClause, 'rule'> {
  const keys = [...new Set(tags.map(keyOf))].sort();
  const rest = keys.length - longestKeyList;
  const shown = [...keys.slice(0, longestKeyList), ...(rest > 0 ? ['...'] : [])].join(', ');
  const addresses = new Set(tags.map(({ drift }) => drift.address));
  const [first] = tags;
  const object =
    addresses.size === 1 ? `${first?.noun} ${first?.name}` : `${addresses.size} resources`;
  const noun = first === undefined ? 'tag' : tagNoun(first.type);
  const phrases = { before: `Changed ${tags.length} ${noun}s on `, object, after: ` (${shown})` };
  return clause(tags, 'tagging', phrases, { together: false });
}
