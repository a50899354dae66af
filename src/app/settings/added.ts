import type { ConfigFile } from '../../config/schema.ts';
import { type CheckScan, serviceIssues } from '../../config/service/checks.ts';
import { Stack } from '../../config/service/stacks.ts';
import type { JsonObject } from '../../model/json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { AddedStack } from '../../ports/added-stacks.ts';

/** One problem with a stack. */
export interface StackFlaw {
  /** Path within the stack, such as `sources.0`; empty for the entire stack. */
  readonly place: string;
  readonly message: string;
}

/**
 * What only the settings file may set, because it runs something on this machine or reads from it.
 */
const ofTheFile: readonly (readonly [keyof Stack, string])[] = [
  ['providers', 'Only parley.yaml can say which providers may run'],
  ['programs', 'Only parley.yaml can say which programs may run'],
];

/**
 * The stack that a request body describes, checked like those in the file. Its name and tenant come
 * from the call. References to variables of the environment and to places on this machine are
 * refused: the caller has a token, but no access to the machine.
 */
export function readAdded(
  config: ConfigFile,
  { tenant, name, body }: Pick<AddedStack, 'tenant' | 'name' | 'body'>,
  checkScan: CheckScan,
): Result<Stack, readonly StackFlaw[]> {
  const parsed = Stack.safeParse({ ...body, name, tenant });
  const own = refusals(body);
  if (!parsed.success) {
    const flaws = parsed.error.issues.map(({ path, message }) => ({
      place: path.join('.'),
      message,
    }));
    return fail([...own, ...flaws]);
  }
  const others = config.stacks.filter((one) => one.tenant !== tenant || one.name !== name);
  const stacks = [...others, parsed.data];
  const at = stacks.length - 1;
  const issues = serviceIssues({ ...config, stacks }, checkScan).flatMap(({ path, message }) => {
    const [part, index, ...rest] = path;
    return part === 'stacks' && index === at ? [{ place: rest.join('.'), message }] : [];
  });
  const flaws = [...own, ...issues];
  return flaws.length > 0 ? fail(flaws) : ok(parsed.data);
}

function refusals(body: JsonObject): readonly StackFlaw[] {
  const named = ofTheFile.flatMap(([part, message]) =>
    body[part] === undefined ? [] : [{ place: part, message }],
  );
  const { repository, state } = body;
  return [
    ...named,
    ...(JSON.stringify(body).includes('${')
      ? [{ place: '', message: 'Variables of the environment stand in parley.yaml alone' }]
      : []),
    ...(typeof repository === 'string' && !/^https:\/\//.test(repository)
      ? [{ place: 'repository', message: 'Use https://host/owner/name.git' }]
      : []),
    ...(typeof state === 'string' && !/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(state)
      ? [{ place: 'state', message: 'Use a location that is not on this machine' }]
      : []),
  ];
}

/**
 * The settings with the stacks that were added. Where both name a stack, the file takes precedence.
 * Stacks that no longer fit are left out and reported.
 */
export function withAdded(
  config: ConfigFile,
  added: readonly AddedStack[],
  checkScan: CheckScan,
  left: (stack: AddedStack, flaws: readonly StackFlaw[]) => void,
): ConfigFile {
  const named = new Set(config.stacks.map(({ tenant, name }) => JSON.stringify([tenant, name])));
  const stacks = added.flatMap((one) => {
    if (named.has(JSON.stringify([one.tenant, one.name]))) return [];
    const stack = readAdded(config, one, checkScan);
    if (stack.ok) return [stack.value];
    left(one, stack.error);
    return [];
  });
  return stacks.length === 0 ? config : { ...config, stacks: [...config.stacks, ...stacks] };
}
