import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findTop } from '../../code/terraform/repository/top.ts';
import { ok, type Result } from '../../model/result.ts';
import type { AcceptedChange, Boundary } from '../../ports/boundary.ts';
import type { Io } from '../../ports/io.ts';
import { createBoundary, declaredResources } from './boundary.ts';
import { publishDue } from './converge.ts';
import { keepPush } from './keep-push.ts';
import type { ResourceServices } from './open.ts';
import type { PushedResource } from './push.ts';

/**
 * The boundary of a project whose kinds and artifacts are in its folder, or at the top of the
 * repository.
 */
export function boundaryNear(io: Io, dir: string, keeps: boolean): Boundary {
  return createBoundary(async (tenant) => {
    const desk = await deskNear(io, dir, tenant);
    return desk.ok ? ok(declaredResources(desk.value, keeps)) : desk;
  });
}

/** Publishes the versions in code that was just written, with their receipts. */
export async function publishAccepted(
  io: Io,
  dir: string,
  accepted: readonly AcceptedChange[],
): Promise<Result<readonly PushedResource[]>> {
  const pushed: PushedResource[] = [];
  for (const { tenant, name, version: digest } of accepted) {
    const desk = await deskNear(io, dir, tenant);
    if (!desk.ok) return desk;
    const version = await desk.value.catalogue.read(name, digest);
    if (!version.ok) return version;
    const due = [{ digest, version: version.value }];
    const pushes = await publishDue(desk.value, due, false);
    if (!pushes.ok) return pushes;
    for (const push of pushes.value) {
      const kept = await keepPush(io, dir, desk.value.store, push);
      if (!kept.ok) return kept;
      pushed.push(push.pushed);
    }
  }
  return ok(pushed);
}

async function deskNear(io: Io, dir: string, tenant: string): Promise<Result<ResourceServices>> {
  const root = resolve(io.cwd, dir);
  const top = await findTop(root);
  const near = async (...path: readonly string[]): Promise<string> => {
    const own = join(root, ...path);
    return (await isThere(own)) ? own : join(top, ...path);
  };
  const { PARLEY_REGISTRY: registry, PARLEY_KINDS: kinds } = io.env;
  // Loaded here, since most runs declare nothing and need no registry.
  const { openResources } = await import('./open.ts');
  return openResources(
    {
      env: io.env,
      cwd: io.cwd,
      dir,
      registry: registry || (await near('.parley', 'artifacts')),
      kinds: kinds || (await near('kinds')),
    },
    tenant,
  );
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
