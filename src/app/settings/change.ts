import type { ConfigFile } from '../../config/schema.ts';
import type { CheckScan } from '../../config/service/checks.ts';
import type { Stack } from '../../config/service/stacks.ts';
import type { JsonObject } from '../../model/json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { AddedStackLog } from '../../ports/added-stacks.ts';
import { readAdded, type StackFlaw } from './added.ts';

/** A request to change a stack. */
export interface StackRequest {
  readonly tenant: string;
  readonly name: string;
  /** Name of the token. */
  readonly by: string;
}

/** Why a stack was not changed as requested. */
export type StackRefusal =
  /** The settings file names the stack, and takes precedence. */
  | { readonly kind: 'in-file' }
  | { readonly kind: 'full' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wrong'; readonly flaws: readonly StackFlaw[] };

export interface StackChanges {
  /** Adds a stack, or replaces one that was added. All processes use it within seconds. */
  put(ask: StackRequest, body: JsonObject): Promise<Result<Stack, StackRefusal>>;
  drop(ask: StackRequest): Promise<Result<void, StackRefusal>>;
}

export interface ChangeDeps {
  readonly stacks: AddedStackLog;
  /** The settings as in the file. */
  readonly config: () => ConfigFile;
  readonly checkScan: CheckScan;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Makes this process apply the change. */
  readonly changed: () => void;
}

/** The same limit as for a file. */
const max = 1000;

export function createStackChanges(deps: ChangeDeps): StackChanges {
  const isInFile = ({ tenant, name }: StackRequest): boolean =>
    deps.config().stacks.some((one) => one.tenant === tenant && one.name === name);
  return {
    async put(ask, body) {
      if (isInFile(ask)) return fail({ kind: 'in-file' });
      const { tenant, name, by } = ask;
      const stack = readAdded(deps.config(), { tenant, name, body }, deps.checkScan);
      if (!stack.ok) return fail({ kind: 'wrong', flaws: stack.error });
      const known = await deps.stacks.list();
      const isNew = known.every((one) => one.tenant !== tenant || one.name !== name);
      if (isNew && known.length + deps.config().stacks.length >= max) return fail({ kind: 'full' });
      await deps.stacks.put({ tenant, name, body, by, at: deps.now() });
      deps.changed();
      return ok(stack.value);
    },
    async drop(ask) {
      if (isInFile(ask)) return fail({ kind: 'in-file' });
      if (!(await deps.stacks.drop(ask.tenant, ask.name))) return fail({ kind: 'unknown' });
      deps.changed();
      return ok(undefined);
    },
  };
}
