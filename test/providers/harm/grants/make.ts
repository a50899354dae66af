import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { judgeGrants } from '../../../../src/providers/harm/grants/judge.ts';
import type { GrantJudgment } from '../../../../src/providers/harm/grants/types.ts';

/** The account of all tests; other accounts are foreign. */
export const own = '111122223333';
export const other = '999988887777';

export function doc(...statements: readonly JsonObject[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

export function allow(Action: Json, Resource: Json = '*', more: JsonObject = {}): JsonObject {
  return { Effect: 'Allow', Action, Resource, ...more };
}

export function deny(Action: Json, Resource: Json = '*', more: JsonObject = {}): JsonObject {
  return { Effect: 'Deny', Action, Resource, ...more };
}

/** A statement of a resource policy that allows a principal an action. */
export function lets(Principal: Json, Action: Json, more: JsonObject = {}): JsonObject {
  return { Effect: 'Allow', Principal, Action, Resource: '*', ...more };
}

export function trusts(Principal: Json, Condition?: JsonObject): JsonObject {
  const action = JSON.stringify(Principal).includes('Federated')
    ? 'sts:AssumeRoleWithWebIdentity'
    : 'sts:AssumeRole';
  const statement = { Effect: 'Allow', Principal, Action: action };
  return Condition === undefined ? statement : { ...statement, Condition };
}

export function judged(
  type: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  accounts: readonly string[] = [own],
): GrantJudgment {
  return judgeGrants({ type, before, after, own: { accounts } });
}

/** The highest severity of each direction; 0 for none. */
export interface Verdict {
  readonly weakens: number;
  readonly strengthens: number;
}

export function verdictOf({ harms }: Pick<GrantJudgment, 'harms'>): Verdict {
  const worst = (direction: string) =>
    Math.max(0, ...harms.filter((one) => one.direction === direction).map((one) => one.severity));
  return { weakens: worst('weakens'), strengthens: worst('strengthens') };
}

/** A change and its expected verdict; `says` is a part of the reported sentence. */
export interface Case {
  readonly name: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly weakens: number;
  readonly strengthens: number;
  readonly says: string | undefined;
}

export type Judge = (
  before: JsonObject | undefined,
  after: JsonObject | undefined,
) => Pick<GrantJudgment, 'harms'>;

/** Tests a change both ways: what weakens in one direction strengthens as much in the other. */
export function testCase(judge: Judge, { name, before, after, says, ...verdict }: Case): void {
  const { weakens, strengthens } = verdict;
  it(name, () => {
    const there = judge(before, after);
    const back = judge(after, before);

    expect(verdictOf(there)).toEqual({ weakens, strengthens });
    expect(verdictOf(back)).toEqual({ weakens: strengthens, strengthens: weakens });
    const reported = there.harms.map(({ because }) => because).join('\n');
    if (says !== undefined) expect(reported).toContain(says);
  });
}
