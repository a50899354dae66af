import { displayText } from '../../../../model/text.ts';
import { firstWords } from '../../../../model/words.ts';
import { classifyAction } from './sensitive.ts';

/** What an action allows with a resource; `%` stands for the resource. */
const uses: Readonly<Record<string, string>> = {
  's3:getobject': 'read objects of %',
  's3:putobject': 'write objects of %',
  's3:deleteobject': 'delete objects of %',
  's3:listbucket': 'list the objects of %',
  'sqs:sendmessage': 'send messages to %',
  'sqs:receivemessage': 'read messages of %',
  'sns:publish': 'publish to %',
  'sns:subscribe': 'subscribe to %',
  'lambda:invokefunction': 'invoke %',
  'lambda:invokefunctionurl': 'call %',
  'kms:decrypt': 'decrypt with %',
  'kms:encrypt': 'encrypt with %',
  'secretsmanager:getsecretvalue': 'read %',
  'execute-api:invoke': 'call %',
  'events:putevents': 'send events to %',
  'kms:creategrant': 'grant others the use of %',
};

const usages = {
  list: 'look at %',
  read: 'read from %',
  write: 'change %',
  admin: 'change who may use %',
} as const;

/** A phrase such as `read objects of this bucket (s3:GetObject)`. */
export function accessPhrase(
  actions: readonly string[],
  noun: string,
  shown: readonly string[],
): string {
  return `${template(actions).replace('%', noun)} (${listedPhrases(shown)})`;
}

function template(actions: readonly string[]): string {
  if (actions.some((one) => one === '*' || /^[a-z0-9-]+:\*$/.test(one)))
    return 'do anything with %';
  const known = actions.map((one) => uses[Object.hasOwn(uses, one) ? one : '']);
  const [first] = known;
  if (first !== undefined && known.every((one) => one === first)) return first;
  const kinds = new Set(actions.map(classifyAction));
  for (const kind of ['admin', 'write', 'read', 'list'] as const) {
    if (!kinds.has(kind)) continue;
    const own = actions.find((one) => classifyAction(one) === kind && Object.hasOwn(uses, one));
    return (own === undefined ? undefined : uses[own]) ?? usages[kind];
  }
  return 'use %';
}

const maxShown = 3;

/** A list such as `a, b and 4 more`. */
export function listedPhrases(names: readonly string[]): string {
  const shown = names.map((name) => displayText(name, 80));
  return firstWords(shown, maxShown);
}
