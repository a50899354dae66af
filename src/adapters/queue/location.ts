import { fail, ok, type Result } from '../../model/result.ts';
import type { PglitePool } from '../store/pglite-pool.ts';

/**
 * Where the jobs are stored: Redis, a PostgreSQL server, or the database that this process has
 * open.
 */
export type QueueLocation =
  | { readonly kind: 'redis'; readonly url: string }
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'embedded'; readonly pool: PglitePool };

/** The place that a URL names; defaults to the database of the store. */
export function queueLocation(
  url: string | undefined,
  embedded: () => PglitePool,
): Result<QueueLocation> {
  if (url === undefined || url === '') return ok({ kind: 'embedded', pool: embedded() });
  const [scheme = ''] = url.split('://', 1);
  switch (scheme) {
    case 'redis':
    case 'rediss':
      return ok({ kind: 'redis', url });
    case 'postgres':
    case 'postgresql':
      return ok({ kind: 'server', url });
    default:
      return fail({
        code: 'queue-url-unknown',
        message: 'Parley does not know this kind of queue URL.',
        hint: 'Write redis://..., rediss://... or postgres://...; or leave it out to use the store.',
      });
  }
}
