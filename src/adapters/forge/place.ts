import type { RemoteForge } from '../../config/service/forges.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { kindOfForge } from './kind.ts';

/** Host and folder under which a forge has its repositories; its API is below or next to that. */
function webLocation(forge: RemoteForge): { readonly host: string; readonly folder: string } {
  const { kind, url } = forge;
  if (url === undefined || !URL.canParse(url)) {
    return { host: kindOfForge(forge).host ?? '', folder: '' };
  }
  const { hostname, pathname } = new URL(url);
  const folder = pathname.replace(/\/+$/, '').replace(/\/api(?:\/v\d+)?$/, '');
  return { host: kind === 'github' ? hostname.replace(/^api\./, '') : hostname, folder };
}

/** True if the repository is on the forge itself, so that the forge's token may be sent there. */
export function isOnForge(forge: RemoteForge, repository: string): boolean {
  if (!URL.canParse(repository)) return false;
  return new URL(repository).hostname === webLocation(forge).host;
}

/** `owner/name` of a stack: as set, or else taken from its clone URL. */
export function forgeProject(forge: RemoteForge, stack: Stack): Result<string> {
  if (stack.project !== undefined) return ok(stack.project);
  if (!isOnForge(forge, stack.repository)) return fail(elsewhere(forge.name));
  const { folder } = webLocation(forge);
  const path = decodeURI(new URL(stack.repository).pathname);
  const own = path.startsWith(`${folder}/`) ? path.slice(folder.length) : path;
  return ok(
    own
      .replace(/^\/+/, '')
      .replace(/\/+$/, '')
      .replace(/\.git$/, ''),
  );
}

function elsewhere(name: string): Problem {
  return {
    code: 'forge-elsewhere',
    message: `The repository of the stack is not on the host of the forge ${name}.`,
    hint: 'Set `project` of the stack to owner/name on the forge.',
  };
}
