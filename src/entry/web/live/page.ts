import type { ServiceStore } from '../../../ports/store/service-store.ts';
import { pageVersion } from './stream.ts';

/** The events that a page subscribes to, and the version that it shows. */
export interface LivePage {
  readonly path: string;
  readonly version: number;
  /** Seconds after which it is refreshed in any case. */
  readonly every?: number;
}

/** Must be called before anything of the page is read, so that no change in between is missed. */
export async function liveFrom(
  { shown }: { readonly shown: Pick<ServiceStore['shown'], 'versions'> },
  tenant: string,
  stacks: readonly string[],
  of: 'all' | 'one',
): Promise<LivePage> {
  const [only = ''] = stacks;
  const path = of === 'all' ? '/ui/live' : `/ui/live?stack=${encodeURIComponent(only)}`;
  return { path, version: pageVersion(await shown.versions(tenant), stacks) };
}

const header = 'x-parley-page';

/** True for an automatic refresh of a page, which does not count as a visit. */
export function isRefresh(given: (name: string) => string | undefined): boolean {
  return given(header) === 'refresh';
}
