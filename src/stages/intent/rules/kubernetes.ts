import { isJsonObject, type Json } from '../../../model/json.ts';
import { displayText } from '../../../model/text.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { type Fact, factMemberText, shortValue } from '../facts.ts';

type Read = Omit<IntentClause, 'rule'>;

/** Fields of a pod or container that remove a protection when they have this value. */
const guards: Readonly<Record<string, Json>> = {
  allowPrivilegeEscalation: true,
  automountServiceAccountToken: true,
  hostIPC: true,
  hostNetwork: true,
  hostPID: true,
  privileged: true,
  readOnlyRootFilesystem: false,
  runAsNonRoot: false,
};

/** Changes of cluster objects, in the words of the people who make them. */
export const kubernetesRules: readonly NamingRule[] = [
  each('kubernetes-guard', readGuard),
  each('kubernetes-image', readImage),
  each('kubernetes-variable', readVariable),
  each('kubernetes-resources', readResources),
  each('kubernetes-label', readLabel),
  each('kubernetes-access', readAccess),
];

/** Builds a rule for cluster types, whose names consist of group and kind. */
function each(
  id: string,
  read: (fact: Fact, field: readonly string[]) => Read | undefined,
): NamingRule {
  return {
    id,
    read: (facts) =>
      facts
        .filter(
          ({ type, change }) => type.includes('/') && change !== 'created' && change !== 'deleted',
        )
        .flatMap((fact) => {
          const found = read(
            fact,
            fact.drift.path.filter((step) => typeof step === 'string'),
          );
          return found === undefined ? [] : [found];
        }),
  };
}

function readGuard(fact: Fact, field: readonly string[]): Read | undefined {
  const name = field.at(-1) ?? '';
  if (!Object.hasOwn(guards, name) || fact.change !== 'changed') return undefined;
  const weak = fact.live === guards[name];
  const after = ` to ${shortValue(fact.live) ?? 'what the cluster takes'}`;
  return clause([fact], weak ? 'weakening' : 'hardening', { before: `Set ${name} of `, after });
}

function readImage(fact: Fact, field: readonly string[]): Read | undefined {
  if (field.at(-1) !== 'image' || !/ontainers$/.test(field.at(-2) ?? '')) return undefined;
  const [from, to] = withoutSharedFolder(shortValue(fact.declared), shortValue(fact.live));
  if (to === undefined) return undefined;
  const after = from === undefined ? ` to ${to}` : ` from ${from} to ${to}`;
  const before = `Changed the image of ${partOf(fact)}`;
  return clause([fact], 'deployment', { before, after }, { confidence: 0.9 });
}

/** What both images share tells nothing, and would be all that is left of a sentence that is cut. */
function withoutSharedFolder(
  from: string | undefined,
  to: string | undefined,
): readonly [string | undefined, string | undefined] {
  const folder = from?.slice(0, from.lastIndexOf('/') + 1) ?? '';
  return folder !== '' && to !== undefined && folder === to.slice(0, to.lastIndexOf('/') + 1)
    ? [from?.slice(folder.length), to.slice(folder.length)]
    : [from, to];
}

function readVariable(fact: Fact, field: readonly string[]): Read | undefined {
  const at = field.indexOf('env');
  if (at < 0 || !/ontainers$/.test(field[at - 1] ?? '')) return undefined;
  const name = factMemberText(fact.member);
  if (fact.change === 'left') {
    return clause([fact], 'change', { before: `Removed variable ${name} from ${partOf(fact)}` });
  }
  if (fact.change === 'joined') {
    return clause([fact], 'change', { before: `Added variable ${name} to ${partOf(fact)}` });
  }
  if (fact.change === 'hidden') {
    const after = ' to a value that is not shown';
    return clause([fact], 'change', { before: `Set variable ${name} of ${partOf(fact)}`, after });
  }
  const to = shortValue(fact.live);
  const after = to === undefined ? '' : ` to ${to}`;
  return clause([fact], 'change', { before: `Set variable ${name} of ${partOf(fact)}`, after });
}

function readResources(fact: Fact, field: readonly string[]): Read | undefined {
  const bound = field.at(-2);
  if (field.at(-3) !== 'resources' || (bound !== 'limits' && bound !== 'requests'))
    return undefined;
  const what = `${field.at(-1)} ${bound === 'limits' ? 'limit' : 'request'}`;
  const [from, to] = [shortValue(fact.declared), shortValue(fact.live)];
  if (to === undefined) {
    return clause([fact], 'change', { before: `Removed the ${what} of ${partOf(fact)}` });
  }
  const after = from === undefined ? ` to ${to}` : ` from ${from} to ${to}`;
  return clause([fact], 'scaling', { before: `Changed the ${what} of ${partOf(fact)}`, after });
}

/** Labels and annotations of the object itself. Those of a pod template start new pods instead. */
function readLabel(fact: Fact, field: readonly string[]): Read | undefined {
  const [first, kind, key] = field;
  if (first !== 'metadata' || (kind !== 'labels' && kind !== 'annotations')) return undefined;
  const noun = `${kind.slice(0, -1)}${key === undefined ? 's' : ` ${displayText(key, 60)}`}`;
  if (fact.live === undefined)
    return clause([fact], 'tagging', { before: `Removed ${noun} from ` });
  const to = shortValue(fact.live);
  return clause([fact], 'tagging', {
    before: `Set ${noun} of `,
    after: to === undefined ? '' : ` to ${to}`,
  });
}

/** Permissions and network access. */
function readAccess(fact: Fact, field: readonly string[]): Read | undefined {
  const isGrant = fact.type.startsWith('rbac.authorization.k8s.io/');
  const isNetwork = fact.type === 'networking.k8s.io/NetworkPolicy';
  if (!isGrant && !isNetwork) return undefined;
  const what = displayText(field.join('.'), 60);
  return clause([fact], 'access', { before: `Changed ${what} of ` }, { confidence: 0.7 });
}

/** `container web of `, if the change is inside a container. */
function partOf({ drift, change }: Fact): string {
  const at = drift.path.findIndex((step) => typeof step === 'string' && /ontainers$/.test(step));
  const step = drift.path[at + 1];
  const isWhole = at + 2 >= drift.path.length && (change === 'joined' || change === 'left');
  if (typeof step !== 'object' || isWhole || !isJsonObject(step.element)) return '';
  const name = step.element['name'];
  return typeof name === 'string' ? `container ${displayText(name, 60)} of ` : '';
}
