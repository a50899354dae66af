/**
 * An id in the form for comparisons: lower case, with one slash at the start and none at the end.
 */
export function normalizeResourceId(id: string): string | undefined {
  const parts = id
    .trim()
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  const [first] = parts;
  if (first !== 'subscriptions' && first !== 'providers' && first !== 'tenants') return undefined;
  return parts.length < 2 ? undefined : `/${parts.join('/')}`;
}

/**
 * The type of a normalized id, such as `microsoft.network/virtualnetworks/subnets`. The last
 * provider counts: the id of an extension follows that of what it extends.
 */
export function resourceTypeOf(id: string): string {
  const parts = id.slice(1).split('/');
  const provider = parts.lastIndexOf('providers');
  if (provider !== -1 && parts[provider + 1] !== undefined) {
    const types = parts.slice(provider + 2).filter((_, i) => i % 2 === 0);
    return [parts[provider + 1], ...types].join('/');
  }
  return parts[2] === 'resourcegroups'
    ? 'microsoft.resources/resourcegroups'
    : `microsoft.resources/${parts[0]}`;
}

export function subscriptionOf(id: string): string | undefined {
  return /^\/subscriptions\/([^/]+)/.exec(id)?.[1];
}
