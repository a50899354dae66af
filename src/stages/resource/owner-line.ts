import { type ArtifactDigest, isArtifactDigest } from '../../model/artifact.ts';

/**
 * The content of the first line of a file that Parley wrote: who owns it, and what it was made
 * from.
 */
export interface OwnerLine {
  readonly tenant: string;
  readonly name: string;
  /** The version for which the file was written. */
  readonly version: ArtifactDigest;
  /** The template from which it was made; missing in files of earlier versions of Parley. */
  readonly template?: ArtifactDigest;
}

const form = /^# parley: ([a-z0-9-]+)\/([a-z0-9-]+) (\S+)(?: template (\S+))?$/;

export function ownerLine({ tenant, name, version, template }: OwnerLine): string {
  const made = template === undefined ? '' : ` template ${template}`;
  return `# parley: ${tenant}/${name} ${version}${made}\n`;
}

/** Undefined for a file that was not written by Parley. */
export function readOwnerLine(text: string): OwnerLine | undefined {
  const [first = ''] = text.split('\n', 1);
  const [, tenant = '', name = '', version = '', template] = form.exec(first.trimEnd()) ?? [];
  if (!isArtifactDigest(version)) return undefined;
  if (template === undefined) return { tenant, name, version };
  return isArtifactDigest(template) ? { tenant, name, version, template } : undefined;
}

export function withoutOwnerLine(text: string): string {
  return text.replace(/^.*\n?/, '');
}
