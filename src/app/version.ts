import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The version in package.json. */
export function version(): string {
  const file = createRequire(import.meta.url).resolve('#package.json');
  const manifest: { readonly version?: string } = JSON.parse(readFileSync(file, 'utf8'));
  return manifest.version ?? '0.0.0';
}
