import { ok, type Result } from '../../model/result.ts';
import { repositoryParts } from './names.ts';

/** The URL of a path in a repository, such as `manifests/latest`. */
export type RegistryAddresses = (repository: string, path: string) => Result<URL>;

/** URLs below a base that may have a path of its own: `https://registry.example.com/team`. */
export function registryAddresses(base: URL): RegistryAddresses {
  const root = base.pathname.split('/').filter((part) => part !== '');
  return (repository, path) => {
    const parts = repositoryParts(repository);
    if (!parts.ok) return parts;
    return ok(new URL(`/v2/${[...root, ...parts.value].join('/')}/${path}`, base));
  };
}
