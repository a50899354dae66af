import type { YamlIssue } from '../../text/yaml-issue.ts';
import type { ConfigFile } from '../schema.ts';
import { proxyProvider } from './sign-in.ts';

/** Problems of the settings for signing in. */
export function signInIssues({ server }: Pick<ConfigFile, 'server'>): readonly YamlIssue[] {
  const { oidc, proxy, grants } = server.sign_in;
  const issues: YamlIssue[] = [];
  const add = (path: readonly PropertyKey[], message: string): void => {
    issues.push({ path: ['server', 'sign_in', ...path], message });
  };
  const names = oidc.map(({ name }) => name);
  for (const [index, { name, issuer, loopback }] of oidc.entries()) {
    if (names.indexOf(name) !== index) {
      add(['oidc', index, 'name'], `There are two providers called ${name}`);
    }
    if (issuer.startsWith('http:') && !loopback) {
      add(['oidc', index, 'issuer'], 'Use https: only an issuer on this machine may use http');
    }
  }
  if (oidc.length > 0 && server.public_url === undefined) {
    add(['oidc'], 'Set server.public_url: the provider sends people back there');
  }
  if (proxy !== undefined && server.trusted_proxies.length === 0) {
    add(
      ['proxy'],
      'Set server.trusted_proxies: only those proxies are trusted to say who somebody is',
    );
  }
  if ((oidc.length > 0 || proxy !== undefined) && grants.length === 0) {
    add(
      ['grants'],
      'Grant a role to a group or a person: as it is, nobody who signs in may do anything',
    );
  }
  const known = new Set([...names, ...(proxy === undefined ? [] : [proxyProvider])]);
  for (const [index, { from }] of grants.entries()) {
    if (from === undefined || known.has(from)) continue;
    add(['grants', index, 'from'], `No sign-in provider is called ${from}`);
  }
  return issues;
}
