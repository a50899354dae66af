/** A policy statement as people edit it. */
export interface PolicyStatement {
  Sid?: string;
  Effect: string;
  Action: string | string[];
  Resource?: string | string[];
  Principal?: string | Record<string, string | string[]>;
  Condition?: Record<string, Record<string, string | string[]>>;
}

export interface Policy {
  Version: string;
  Statement: PolicyStatement[];
}

/** A policy with changes made as in an editor. */
export function edited(text: string, change: (policy: Policy) => void): string {
  const policy = JSON.parse(text) as Policy;
  change(policy);
  return JSON.stringify(policy, null, 4);
}

/** The statement with this Sid, or the first one if no Sid is given. */
export function statement(policy: Policy, sid?: string): PolicyStatement {
  const found =
    sid === undefined ? policy.Statement[0] : policy.Statement.find((each) => each.Sid === sid);
  if (found === undefined) throw new Error(`There is no statement ${sid}.`);
  return found;
}

/** One or several texts, as a list that can be added to. */
export function listed(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat();
}

/** A policy with more actions in one statement. */
export function allowing(text: string, sid: string | undefined, ...actions: string[]): string {
  return edited(text, (policy) => {
    const found = statement(policy, sid);
    found.Action = [...listed(found.Action), ...actions];
  });
}
