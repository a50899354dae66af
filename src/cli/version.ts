import { readFileSync } from 'node:fs';

/** The version in package.json, which lies above both `src` and `dist`. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const manifest: { readonly version?: string } = JSON.parse(text);
  return manifest.version ?? '0.0.0';
}
