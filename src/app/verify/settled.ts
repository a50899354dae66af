import type { SeenDifferences } from '../../code/terraform/run/seen.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { addressResource } from './independent.ts';

/**
 * True where everything that a plan of the patches depends on was already read: their resources,
 * and what the patches refer to. Earlier dependencies of these were read together with them.
 */
export function isSettledPatch(
  seen: SeenDifferences,
  state: TerraformState,
  addresses: readonly string[],
  patches: readonly PatchedIntent[],
): boolean {
  const read = readResources(seen, state);
  if (addresses.length === 0 || !addresses.every((address) => read.has(addressResource(address)))) {
    return false;
  }
  const inCode = new Set([...read].map(nameInModule));
  const unread = state.resources
    .map(({ address }) => addressResource(address))
    .filter((name) => !read.has(name));
  for (const name of unread) inCode.delete(nameInModule(name));
  const written = patches.flatMap(({ patch }) =>
    patch.files.flatMap(({ edits }) => edits.map(({ text }) => text)),
  );
  return written.flatMap(references).every((name) => local.test(name) || inCode.has(name));
}

/** References that are local and lead to no other resource. */
const local = /^(?:each|count|path|terraform|self)\./;

/** The first two parts of everything that could be a reference. Texts with a dot are included. */
function references(text: string): readonly string[] {
  return [...text.matchAll(/[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*/g)].map(([found]) => found);
}

/** Resources, without instance keys, all of whose instances were read. */
function readResources(
  { refreshed }: SeenDifferences,
  { resources }: TerraformState,
): ReadonlySet<string> {
  const read = new Set([...refreshed].map(addressResource));
  for (const { address, mode } of resources) {
    if (mode === 'managed' && !refreshed.has(address)) read.delete(addressResource(address));
  }
  return read;
}

function nameInModule(name: string): string {
  return name.split('.').slice(-2).join('.');
}
