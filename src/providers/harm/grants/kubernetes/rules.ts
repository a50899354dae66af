import type { Harm, Severity } from '../../../../model/harm.ts';
import type { JsonObject } from '../../../../model/json.ts';
import { listedPhrases } from '../aws/phrases.ts';
import { lessBy, worseGrant } from '../aws/who.ts';
import { compareGrants } from '../document/difference.ts';
import { type Gain, grantGains } from '../document/gains.ts';
import { matchesGlob } from '../document/glob.ts';
import type { GrantStatement } from '../document/statement.ts';
import type { GrantJudgment } from '../types.ts';
import { childObjectsAt, objectTextsAt } from './object.ts';

/** `VERB GROUP/RESOURCE`, its severity in the entire cluster, and what it allows. */
const sensitive: readonly (readonly [string, Severity, string])[] = [
  ['* */*', 5, 'do anything to anything'],
  ['escalate rbac.authorization.k8s.io/clusterroles', 5, 'give itself any right'],
  ['escalate rbac.authorization.k8s.io/roles', 5, 'give itself any right'],
  ['bind rbac.authorization.k8s.io/clusterroles', 5, 'give anybody any role'],
  ['bind rbac.authorization.k8s.io/roles', 5, 'give anybody any role'],
  ['impersonate /users', 5, 'act as anybody'],
  ['impersonate /groups', 5, 'act as anybody'],
  ['impersonate /serviceaccounts', 5, 'act as service accounts'],
  ['create rbac.authorization.k8s.io/clusterrolebindings', 4, 'bind roles'],
  ['create rbac.authorization.k8s.io/rolebindings', 4, 'bind roles'],
  ['get /secrets', 4, 'read secrets'],
  ['list /secrets', 4, 'read secrets'],
  ['watch /secrets', 4, 'read secrets'],
  ['update /secrets', 4, 'change secrets'],
  ['create /pods/exec', 4, 'run commands in pods'],
  ['get /pods/exec', 4, 'run commands in pods'],
  ['create /pods/attach', 4, 'attach to pods'],
  ['create /serviceaccounts/token', 4, 'get tokens of service accounts'],
  ['get /nodes/proxy', 4, 'reach every node'],
  ['create /nodes/proxy', 4, 'reach every node'],
  ['update certificates.k8s.io/certificatesigningrequests/approval', 4, 'approve certificates'],
  [
    'create admissionregistration.k8s.io/mutatingwebhookconfigurations',
    4,
    'change what is admitted',
  ],
  [
    'update admissionregistration.k8s.io/mutatingwebhookconfigurations',
    4,
    'change what is admitted',
  ],
  [
    'delete admissionregistration.k8s.io/validatingwebhookconfigurations',
    4,
    'lift admission control',
  ],
  ['create /pods', 3, 'start pods'],
  ['create /persistentvolumes', 3, 'mount disks of nodes'],
  ['delete /namespaces', 4, 'delete namespaces'],
];
const names = sensitive.slice(1).map(([name]) => name);

/** What a Role or a ClusterRole allows its holders now, or allows no longer. */
export function judgeRules(
  kind: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): GrantJudgment {
  const { statements, gained, lost } = compareGrants(
    statementsOf(before),
    statementsOf(after),
    names,
  );
  const [gains, losses] = [grantGains(statements, gained), grantGains(statements, lost)];
  const everywhere = kind === 'ClusterRole';
  return {
    harms: [
      ...gains.map((one) => harmOf(one, 'weakens', everywhere)),
      ...losses.map((one) => harmOf(one, 'strengthens', everywhere)),
    ],
    grants: { added: gains.map(grantOf), removed: losses.map(grantOf) },
  };
}

function statementsOf(role: JsonObject | undefined): readonly GrantStatement[] {
  return childObjectsAt(role, 'rules').flatMap((rule) => {
    const targets = [
      ...product(objectTextsAt(rule, 'apiGroups'), objectTextsAt(rule, 'resources'), '/'),
      ...objectTextsAt(rule, 'nonResourceURLs').map((url) => `url:${url}`),
    ];
    const actions = [...new Set(product(objectTextsAt(rule, 'verbs'), targets, ' '))].sort();
    const only = [...objectTextsAt(rule, 'resourceNames')].sort();
    const resources = only.length === 0 ? ['*'] : only;
    if (actions.length === 0) return [];
    return [
      {
        effect: 'allow',
        principals: { kind: 'self', terms: [] },
        actions: { kind: 'only', patterns: actions },
        resources: { kind: 'only', patterns: resources },
        clauses: [],
        key: JSON.stringify([actions, resources]),
      },
    ];
  });
}

function product(
  some: readonly string[],
  others: readonly string[],
  between: string,
): readonly string[] {
  return some.flatMap((one) => others.map((other) => `${one}${between}${other}`));
}

function harmOf(gain: Gain, direction: Harm['direction'], everywhere: boolean): Harm {
  const [severity, text] = worstOf(gain);
  const narrow = gain.resources.includes('*') ? 0 : 1;
  const verb = direction === 'weakens' ? 'may now' : 'may no longer';
  const what = `${text ?? 'do'} (${listedPhrases(gain.actions.map(shown))})`;
  const because = `Whoever has this role ${verb} ${what}`;
  const steps = narrow + (everywhere || severity <= 2 ? 0 : 1);
  return {
    dimension: 'security',
    severity: lessBy(severity, steps),
    direction,
    because,
    field: 'rules',
  };
}

function worstOf({ actions, names: taken }: Gain): readonly [Severity, string | undefined] {
  if (actions.includes('* */*')) return [5, 'do anything to anything'];
  const found = sensitive.filter(
    ([name]) => taken.includes(name) && actions.some((one) => matchesGlob(one, name)),
  );
  const [worst] = [...found].sort((a, b) => b[1] - a[1]);
  const plain = actions.map(plainSeverity).reduce(worseGrant, 1);
  if (worst === undefined || worst[1] < plain) return [plain, undefined];
  return [worst[1], worst[2]];
}

function plainSeverity(action: string): Severity {
  const [verb = '', target = ''] = action.split(' ');
  if (verb === '*' || target.endsWith('/*')) return /^(?:get|list|watch)$/.test(verb) ? 3 : 4;
  return /^(?:get|list|watch)$/.test(verb) ? 1 : 2;
}

function shown(action: string): string {
  return action.replace(' /', ' ');
}

function grantOf({ actions, resources }: Gain) {
  return { principals: ['self'], actions: actions.map(shown), resources, conditions: [] };
}
