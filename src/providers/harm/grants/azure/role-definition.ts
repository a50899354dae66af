import type { Harm, Severity } from '../../../../model/harm.ts';
import { isJsonArray, type Json, type JsonObject, jsonAt } from '../../../../model/json.ts';
import { containsHidden } from '../../../../model/masked.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { hiddenAssignments } from '../assignments.ts';
import { listedPhrases } from '../aws/phrases.ts';
import { lessBy, worseGrant } from '../aws/who.ts';
import { compareGrants } from '../document/difference.ts';
import { type Gain, grantGains } from '../document/gains.ts';
import type { GrantStatement } from '../document/statement.ts';
import { type GrantJudgment, noJudgment } from '../types.ts';

/** What a custom role allows its holders now, or allows no longer. */
export function judgeRoleDefinition({
  before,
  after,
  unknown = [],
}: ResourceChange): GrantJudgment {
  const hidden = after !== undefined && unknown.some((one) => one.startsWith('permissions'));
  if (hidden || containsHidden(before?.['permissions']) || containsHidden(after?.['permissions'])) {
    return { ...noJudgment, harms: [hiddenAssignments('permissions', ['What the role allows'])] };
  }
  const { statements, gained, lost } = compareGrants(statementsOf(before), statementsOf(after));
  const [gains, losses] = [grantGains(statements, gained), grantGains(statements, lost)];
  return {
    harms: [
      ...gains.map((one) => harmOf(one, 'weakens')),
      ...losses.map((one) => harmOf(one, 'strengthens')),
    ],
    grants: { added: gains.map(grantOf), removed: losses.map(grantOf) },
  };
}

/** A block of permissions allows its actions except those that it excludes itself. */
function statementsOf(resource: JsonObject | undefined): readonly GrantStatement[] {
  const blocks = jsonAt(resource, 'permissions');
  const list = isJsonArray(blocks) ? blocks : [];
  return list.flatMap((block) => [
    ...allowances(textsAt(block, 'actions'), textsAt(block, 'not_actions'), ''),
    ...allowances(textsAt(block, 'data_actions'), textsAt(block, 'not_data_actions'), 'data:'),
  ]);
}

/** The exclusions of a block apply only to its own actions, and do not restrict other blocks. */
function allowances(
  actions: readonly string[],
  except: readonly string[],
  prefix: string,
): readonly GrantStatement[] {
  if (actions.length === 0) return [];
  const [own, out] = [actions, except].map((list) =>
    list.map((one) => `${prefix}${one.toLowerCase()}`).sort(),
  );
  return [
    {
      effect: 'allow',
      principals: { kind: 'self', terms: [] },
      actions: { kind: 'only', patterns: own ?? [], except: out ?? [] },
      resources: { kind: 'only', patterns: ['*'] },
      clauses: [],
      key: JSON.stringify([own, out]),
    },
  ];
}

function harmOf({ actions }: Gain, direction: Harm['direction']): Harm {
  const verb = direction === 'weakens' ? 'may now' : 'may no longer';
  const because = `Whoever has this role ${verb} use ${listedPhrases(actions)}`;
  const severity = actions.map(severityOf).reduce(worseGrant, 1);
  return { dimension: 'security', severity, direction, because, field: 'permissions' };
}

function severityOf(action: string): Severity {
  if (/^(?:data:)?\*$/.test(action)) return 5;
  if (
    /^microsoft\.authorization\/(?:\*|roleassignments\/(?:\*|write)|roledefinitions\/(?:\*|write)|elevateaccess)/.test(
      action,
    )
  )
    return 5;
  const wide: Severity = /^(?:data:)?[a-z.]+\/\*$/.test(action) ? 4 : 3;
  if (/listkeys|secrets|runcommand|\/\*$/.test(action)) return worseGrant(wide, 4);
  return /\/read$/.test(action) ? lessBy(wide, action.startsWith('*') ? 1 : 2) : wide;
}

function grantOf({ actions, statement }: Gain) {
  const except = statement.actions.except ?? [];
  return {
    principals: ['self'],
    actions,
    resources: ['*'],
    conditions: except.length === 0 ? [] : [`action not ${except.join(', ')}`],
  };
}

function textsAt(value: Json | undefined, name: string): readonly string[] {
  const found = jsonAt(value, name);
  return isJsonArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
}
