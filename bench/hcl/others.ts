import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from '@cdktf/hcl2json';
import hcl from 'hcl2-parser';
import { measure } from './measure.ts';

/** The version of Terraform; undefined where it is not on the PATH. */
export function terraformVersion(): string | undefined {
  const { stdout, status } = spawnSync('terraform', ['version', '-json'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const version: unknown = JSON.parse(stdout).terraform_version;
  return typeof version === 'string' ? version : undefined;
}

/** Seconds to format all texts in one run of `terraform fmt`, including its start. */
export async function formatAll(texts: readonly string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-'));
  try {
    for (const [index, text] of texts.entries()) {
      writeFileSync(path.join(folder, `${index}.tf`), text);
    }
    return await measure(() => format(['-list=false', '-write=false', folder]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Seconds to format one text of median size, which is what a check by Terraform adds to an edit.
 */
export async function formatOne(texts: readonly string[]): Promise<number> {
  const sorted = texts.toSorted((a, b) => a.length - b.length);
  const input = sorted[sorted.length >> 1] ?? '';
  return measure(() => format(['-'], input));
}

function format(args: readonly string[], input = ''): void {
  const { status, error } = spawnSync('terraform', ['fmt', ...args], {
    input,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  if (status !== 0) throw error ?? new Error(`terraform fmt failed with ${status}`);
}

export function hcl2parser(texts: readonly string[]): void {
  for (const text of texts) hcl.parseToString(text);
}

export async function hcl2json(texts: readonly string[]): Promise<void> {
  for (const text of texts) await parse('main.tf', text).catch(() => undefined);
}
