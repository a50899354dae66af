import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { WrittenResource, wantedResource } from '../../../app/resource/file.ts';
import { keepPush } from '../../../app/resource/keep-push.ts';
import { openResources, type ResourceServices } from '../../../app/resource/open.ts';
import { pickVersion } from '../../../app/resource/pick.ts';
import {
  type Push,
  type PushTerms,
  pushResource,
  removeResource,
} from '../../../app/resource/push.ts';
import { type FileToWrite, filesToWrite } from '../../../app/resource/would-write.ts';
import { type ArtifactDigest, isArtifactDigest } from '../../../model/artifact.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { pushedLine } from '../../../present/terminal/resources.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { readYamlFile } from '../../../text/yaml-file.ts';

export interface ResourceOptions {
  readonly dir: string;
  readonly tenant: string;
  readonly registry?: string;
  readonly kinds?: string;
  readonly json?: boolean;
}

export interface PushOptions extends ResourceOptions {
  readonly expect?: string;
  readonly dryRun?: boolean;
  readonly source?: string;
  readonly revision?: string;
}

/** Opens the resources that the options name, for `work`. */
export async function withResources(
  io: Io,
  options: ResourceOptions,
  work: (desk: ResourceServices) => Promise<Result<ExitCode>>,
): Promise<ExitCode> {
  const { dir, tenant, registry, kinds } = options;
  const desk = await openResources({ env: io.env, cwd: io.cwd, dir, registry, kinds }, tenant);
  if (!desk.ok) return printProblem(io, desk.error);
  const done = await work(desk.value);
  return done.ok ? done.value : printProblem(io, done.error);
}

/** `parley resources push FILE...`: publishes a version of each resource. */
export function runResourcesPush(
  io: Io,
  files: readonly string[],
  options: PushOptions,
): Promise<ExitCode> {
  return withResources(io, options, async (desk) => {
    const terms = termsOf(options);
    if (!terms.ok) return terms;
    const written: WrittenResource[] = [];
    for (const file of files) {
      const read = await readResource(io, file);
      if (!read.ok) return read;
      written.push(read.value);
    }
    const pushes: Push[] = [];
    for (const one of written) {
      const push = await pushResource(desk, wantedResource(desk.tenant, one), terms.value);
      const kept = await keep(io, options, desk, push);
      if (!kept.ok) return kept;
      pushes.push(kept.value);
    }
    return ok(printPushes(io, options, desk, pushes));
  });
}

/** `parley resources remove NAME`: publishes that the resource is no longer wanted. */
export function runResourcesRemove(io: Io, name: string, options: PushOptions): Promise<ExitCode> {
  return withResources(io, options, async (desk) => {
    const terms = termsOf(options);
    if (!terms.ok) return terms;
    const push = await removeResource(desk.catalogue, name, terms.value);
    const kept = await keep(io, options, desk, push);
    return kept.ok ? ok(printPushes(io, options, desk, [kept.value])) : kept;
  });
}

/** `parley resources rollback NAME VERSION`: publishes the content of an older version again. */
export function runResourcesRollback(
  io: Io,
  name: string,
  which: string,
  options: PushOptions,
): Promise<ExitCode> {
  return withResources(io, options, async (desk) => {
    const terms = termsOf(options);
    if (!terms.ok) return terms;
    const picked = await pickVersion(desk.catalogue, name, which);
    if (!picked.ok) return picked;
    const { version, facts } = picked.value;
    if (facts.removed) return fail(removal(name, facts.number));
    const push = await pushResource(desk, wantedResource(desk.tenant, version), terms.value);
    const kept = await keep(io, options, desk, push);
    return kept.ok ? ok(printPushes(io, options, desk, [kept.value])) : kept;
  });
}

async function keep(
  io: Io,
  { dir, dryRun }: PushOptions,
  { store }: ResourceServices,
  push: Result<Push>,
): Promise<Result<Push>> {
  if (!push.ok || dryRun) return push;
  const kept = await keepPush(io, dir, store, push.value);
  return kept.ok ? push : kept;
}

function printPushes(
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

function termsOf({ expect, dryRun, source, revision }: PushOptions): Result<PushTerms> {
  const isTrial = dryRun === true;
  if ((source === undefined) !== (revision === undefined)) return fail(halfSource);
  const from =
    source === undefined || revision === undefined ? {} : { source: { url: source, revision } };
  if (expect === undefined) return ok({ isTrial, ...from });
  const known: ArtifactDigest | 'none' | undefined =
    expect === 'none' || isArtifactDigest(expect) ? expect : undefined;
  return known === undefined ? fail(noDigest) : ok({ isTrial, expect: known, ...from });
}

/** Reads a resource from a YAML or JSON file. */
export async function readResource(io: Io, file: string): Promise<Result<WrittenResource>> {
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => undefined);
  if (text === undefined) {
    return fail({
      code: 'resource-not-found',
      message: 'The file of the resource cannot be read.',
      place: { file },
      hint: 'Give an existing YAML file with kind, name and spec.',
    });
  }
  return readYamlFile(text, file, WrittenResource, 'See docs/boundary.md for what a resource has.');
}

function removal(name: string, number: number): Problem {
  return {
    code: 'resource-removal',
    message: `Version ${number} of ${name} is its removal.`,
    hint: `Use \`parley resources remove ${name}\` if that is wanted.`,
  };
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
