import { decide } from '../decide.ts';
import type { Facts } from '../facts.ts';
import type { Policy } from '../types.ts';
import { type DecisionRecord, inputFromRecord } from './record.ts';

/** The facts with which a policy's rules are evaluated when it decides again on a record. */
export function factsOnRecord(record: DecisionRecord, policy: Policy): readonly Facts[] {
  const seen: Facts[] = [];
  const { rules } = policy;
  const evaluate = (facts: Facts) => {
    seen.push(facts);
    return rules.evaluate(facts);
  };
  decide(inputFromRecord(record, { ...policy, rules: { rules: rules.rules, evaluate } }));
  return seen;
}
