import type { ForgeSettings, RemoteForge } from '../../config/service/forges.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { GitCredential } from '../../ports/checkouts.ts';
import type { Proposals } from '../../ports/forge/proposals.ts';
import type { Connection } from './connection.ts';
import type { HttpClock } from './http/types.ts';
import { kindOfForge } from './kind.ts';
import { forgeProject, isOnForge } from './place.ts';
import type { Workflows } from './workflow/types.ts';

export interface StackForge {
  /** Name of the forge in the settings. */
  readonly name: string;
  readonly kind: ForgeSettings['kind'];
  /**
   * `owner/name`, as the forge calls the repository; the folder, if a local repository is the
   * forge.
   */
  readonly project: string;
  readonly proposals: Proposals;
  readonly workflows: Workflows;
  /**
   * Git's credential for the repository; undefined if the repository is not on the forge's own
   * host.
   */
  gitCredential(): Promise<Result<GitCredential | undefined>>;
}

export interface Forges {
  /** Undefined for a stack without a forge. Fails if the settings cannot be used. */
  of(stack: Stack): Result<StackForge | undefined>;
}

export interface ForgesDeps {
  /** Settings with the values of environment variables filled in. */
  readonly forges: readonly ForgeSettings[];
  readonly clock: HttpClock;
  /** Proposals in a repository on this machine, given the path of its folder. */
  readonly local: (repository: string) => Proposals;
}

/** Forges of all tenants. A stack is only given a forge of its own tenant. */
export function createForges({ forges, clock, local }: ForgesDeps): Forges {
  // Connections are kept, so that a token of an app is requested once for all stacks of a
  // repository and used until it expires.
  const open = new Map<string, Result<Connection>>();
  const connectionOf = (forge: RemoteForge, project: string): Result<Connection> => {
    const key = JSON.stringify([forge.tenant, forge.name, project]);
    const known = open.get(key);
    const connection = known ?? kindOfForge(forge).connect(project, clock);
    open.set(key, connection);
    return connection;
  };
  const repositories = new Map<string, Proposals>();
  const proposalsIn = (repository: string): Proposals => {
    const known = repositories.get(repository) ?? local(repository);
    repositories.set(repository, known);
    return known;
  };
  return {
    of(stack) {
      if (stack.forge === undefined) return ok(undefined);
      const forge = forges.find(
        ({ name, tenant }) => name === stack.forge && tenant === stack.tenant,
      );
      if (forge === undefined) return fail(noSuchForge(stack));
      if (forge.kind === 'local') return ok(localForge(forge, stack, proposalsIn));
      const project = forgeProject(forge, stack);
      if (!project.ok) return project;
      const connection = connectionOf(forge, project.value);
      if (!connection.ok) return connection;
      return ok(stackForge(forge, stack, project.value, connection.value));
    },
  };
}

function localForge(
  { name, kind }: ForgeSettings,
  { repository }: Stack,
  local: ForgesDeps['local'],
): StackForge {
  return {
    name,
    kind,
    project: repository,
    proposals: local(repository),
    workflows: { dispatch: async () => fail(noWorkflows) },
    gitCredential: async () => ok(undefined),
  };
}

function stackForge(
  forge: RemoteForge,
  { repository }: Stack,
  project: string,
  connection: Connection,
): StackForge {
  const { name, kind } = forge;
  const { user, proposals, workflows } = kindOfForge(forge);
  return {
    name,
    kind,
    project,
    proposals: proposals(connection),
    workflows: workflows(connection),
    async gitCredential() {
      if (!isOnForge(forge, repository)) return ok(undefined);
      const token = await connection.credential.token();
      return token.ok ? ok({ user, password: token.value }) : token;
    },
  };
}

const noWorkflows: Problem = {
  code: 'forge-no-workflows',
  message: 'A repository on this machine has no workflows.',
  hint: 'Remove `revert_workflow` from the stack.',
};

function noSuchForge({ forge, tenant }: Stack): Problem {
  return {
    code: 'no-such-forge',
    message: `The tenant ${tenant} has no forge ${forge}.`,
    hint: 'Add it to `forges`, or remove `forge` from the stack.',
  };
}
