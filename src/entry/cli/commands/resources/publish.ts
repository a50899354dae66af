import type { Command } from 'commander';
import { keepPush } from '../../../../app/resource/keep-push.ts';
import type { ResourceServices } from '../../../../app/resource/open.ts';
import type { Push, PushTerms } from '../../../../app/resource/push.ts';
import { type FileToWrite, filesToWrite } from '../../../../app/resource/would-write.ts';
import { type ArtifactDigest, isArtifactDigest } from '../../../../model/artifact.ts';
import { fail, ok, type Problem, type Result } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { pushedLine } from '../../../../present/terminal/resources.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { type ResourceOptions, withPlace } from './place.ts';

export interface PushOptions extends ResourceOptions {
  readonly expect?: string;
  readonly dryRun?: boolean;
  readonly source?: string;
  readonly revision?: string;
}

/** Adds the options of what publishes a version. */
export function withPublishing(command: Command): Command {
  return withPlace(command)
    .option('--expect <digest>', 'the version that must still be current; none for a new resource')
    .option('--dry-run', 'show the result, and publish nothing');
}

/** What the push requires, and where the resource is from. */
export function termsOf({ expect, dryRun, source, revision }: PushOptions): Result<PushTerms> {
  const isTrial = dryRun === true;
  if ((source === undefined) !== (revision === undefined)) return fail(halfSource);
  const from =
    source === undefined || revision === undefined ? {} : { source: { url: source, revision } };
  if (expect === undefined) return ok({ isTrial, ...from });
  const known: ArtifactDigest | 'none' | undefined =
    expect === 'none' || isArtifactDigest(expect) ? expect : undefined;
  return known === undefined ? fail(noDigest) : ok({ isTrial, expect: known, ...from });
}

/** Keeps a receipt of what was pushed, unless it is a trial. */
export async function keepPushed(
  io: Io,
  { dir, dryRun }: PushOptions,
  { store }: ResourceServices,
  push: Result<Push>,
): Promise<Result<Push>> {
  if (!push.ok || dryRun) return push;
  const kept = await keepPush(io, dir, store, push.value);
  return kept.ok ? push : kept;
}

/** Prints what was published, or on a trial what would be. */
export function printPushes(
  io: Io,
  { json, dryRun = false }: PushOptions,
  { kinds }: ResourceServices,
  pushes: readonly Push[],
): ExitCode {
  const all = pushes.map(({ pushed }) => ({ ...pushed, files: filesToWrite(kinds, pushed) }));
  if (json) io.out(`${jsonText(all, 2)}\n`);
  else {
    const lines = all.flatMap((one) => [
      pushedLine(one, dryRun),
      ...(dryRun ? one.files.map(fileLine) : []),
    ]);
    io.out(terminalText(lines.map((line) => `${line}\n`).join(''), false));
  }
  return 0;
}

function fileLine({ path, change }: FileToWrite): string {
  return `  sync would ${change} ${path}`;
}

const noDigest: Problem = {
  code: 'resource-expect',
  message: '--expect is not a digest of a version.',
  hint: 'Give the digest that `parley resources status NAME` shows, or none for a new resource.',
};

const halfSource: Problem = {
  code: 'resource-source',
  message: '--source and --revision go together.',
  hint: 'Say which repository it is from, and at which commit: main@sha1:...',
};
