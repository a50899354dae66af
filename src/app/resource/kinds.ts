import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fail, ok, type Result } from '../../model/result.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { type KindTemplate, type ResourceKind, readKind } from '../../stages/resource/kind.ts';
import type { Kinds } from '../../stages/resource/validate.ts';

/** The source text of a kind. */
export interface KindSource {
  /** The text of `kind.yaml`. */
  readonly text: string;
  /** Path of the file, for messages. */
  readonly file: string;
  readonly template: KindTemplate;
}

/**
 * Reads the kinds in a folder, each in its own folder with `kind.yaml` and either `template.tf` or
 * `template.yaml`. Without the folder there are no kinds.
 */
export async function readKindSources(
  folder: string,
  cwd: string,
): Promise<Result<readonly KindSource[]>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sources: KindSource[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name, 'kind.yaml');
    const file = relative(cwd, path);
    const text = await textOf(path);
    if (text === undefined) continue;
    const template = await templateIn(join(folder, name), cwd, file);
    if (!template.ok) return template;
    sources.push({ text, file, template: template.value });
  }
  return ok(sources);
}

/** Parses kinds, by name. */
export function resourceKinds(sources: readonly KindSource[]): Result<Kinds> {
  const kinds = new Map<string, ResourceKind>();
  for (const { text, file, template } of sources) {
    const kind = readKind(text, template, file);
    if (!kind.ok) return kind;
    if (kinds.has(kind.value.name)) {
      return fail({
        code: 'kind-twice',
        message: `Two folders have the kind ${kind.value.name}.`,
        place: { file },
        hint: 'Give one of them another name.',
      });
    }
    kinds.set(kind.value.name, kind.value);
  }
  return ok(kinds);
}

async function templateIn(
  folder: string,
  cwd: string,
  kind: string,
): Promise<Result<KindTemplate>> {
  const found: KindTemplate[] = [];
  for (const language of ['terraform', 'yaml'] as const) {
    const path = join(folder, language === 'yaml' ? 'template.yaml' : 'template.tf');
    const text = await textOf(path);
    if (text !== undefined) found.push({ language, text, file: relative(cwd, path) });
  }
  const [template] = found;
  if (template !== undefined && found.length === 1) return ok(template);
  return fail({
    code: 'kind-template',
    message:
      template === undefined
        ? 'The kind has no template.tf and no template.yaml beside it.'
        : 'The kind has both a template.tf and a template.yaml.',
    place: { file: kind },
    hint: 'Write the code of a resource of this kind in one of them.',
  });
}

function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
}
