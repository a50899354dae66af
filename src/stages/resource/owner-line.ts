import { type ArtifactDigest, isArtifactDigest } from '../../model/artifact.ts';

/** What the first line of a file says that Parley wrote: whose it is, and what it was made of. */
export interface OwnerLine {
  readonly tenant: string;
  readonly name: string;
  /** The version that the file was written for. */
  readonly version: ArtifactDigest;
  /** The template that it was filled into; files of earlier versions of Parley do not say. */
  readonly template?: ArtifactDigest;
}

const form = /^# parley: ([a-z0-9-]+)\/([a-z0-9-]+) (\S+)(?: template (\S+))?$/;

export function ownerLine({ tenant, name, version, template }: OwnerLine): string {
  const made = template === undefined ? '' : ` template ${template}`;
  return `# parley: ${tenant}/${name} ${version}${made}\n`;
}

/** Undefined for a file that is somebody else's. */
export function readOwnerLine(text: string): OwnerLine | undefined {
  const [first = ''] = text.split('\n', 1);
  const [, tenant = '', name = '', version = '', template] = form.exec(first.trimEnd()) ?? [];
  if (!isArtifactDigest(version)) return undefined;
  if (template === undefined) return { tenant, name, version };
  return isArtifactDigest(template) ? { tenant, name, version, template } : undefined;
}

/** The file behind that line. */
export function withoutOwnerLine(text: string): string {
  return text.replace(/^.*\n?/, '');
}
