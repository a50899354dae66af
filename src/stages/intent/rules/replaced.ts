import type { Drift } from '../../../model/drift.ts';
import { isJsonObject, type JsonObject, sameJson } from '../../../model/json.ts';
import { displayText } from '../../../model/text.ts';
import { replacedPairs } from '../../../providers/harm/value/pairs.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { type Fact, shortValue } from '../facts.ts';

/** With more differences than this an element counts as another one. */
const maxDifferences = 2;

/** An element that a call put in the place of another, described by what differs between them. */
export const replacedRule: NamingRule = {
  id: 'replaced',
  read: (facts) => {
    const byDrift = new Map<Drift, Fact>(facts.map((fact) => [fact.drift, fact]));
    return replacedPairs([...byDrift.keys()]).flatMap(([old, now]) => {
      const [before, after] = [byDrift.get(old), byDrift.get(now)];
      return before && after ? describe(before, after) : [];
    });
  },
};

function describe(before: Fact, after: Fact): readonly Omit<IntentClause, 'rule'>[] {
  const { declared } = before;
  const { live, field } = after;
  if (!isJsonObject(declared) || !isJsonObject(live)) return [];
  const names = differing(declared, live);
  const [name = '', other] = names;
  if (names.length === 0 || names.length > maxDifferences) return [];
  const [from, to] = [shortValue(declared[name]), shortValue(live[name])];
  const isShort = other === undefined && from !== undefined && to !== undefined;
  const shown = names.map((each) => displayText(each, 40)).join(' and ');
  const phrases = {
    before: `Changed ${shown} in ${displayText(field, 80)} of `,
    after: isShort ? ` from ${from} to ${to}` : '',
  };
  return [clause([before, after], 'change', phrases, { confidence: 0.6 })];
}

function differing(declared: JsonObject, live: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(declared), ...Object.keys(live)]);
  return [...names].filter((name) => !sameJson(declared[name] ?? null, live[name] ?? null)).sort();
}
