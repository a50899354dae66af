import { constants } from 'node:buffer';
import type { z } from 'zod';
import type { Json } from '../../../model/json.ts';
import { isJsonObject } from '../../../model/json.ts';
import { jsonTextAt } from '../../../model/json-bytes.ts';
import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import { lineAt, lineStartAt } from '../../../text/lines.ts';
import { ShownState, stateFromShown } from './show.ts';
import type { TerraformState } from './types.ts';
import { StateV4, stateFromV4 } from './v4.ts';
import { readV4Bytes } from './v4-bytes.ts';

const pull = 'Get the current one with `terraform state pull`.';

/**
 * Parses a state file of version 4, or the output of `terraform show -json`. Bytes are UTF-8 and
 * are kept as long as the state. `file` is named in problems; contents never are, since the state
 * contains secrets.
 */
export function parseState(given: Uint8Array | string, file: string): Result<TerraformState> {
  const bytes = bytesOfState(given);
  const plain = readV4Bytes(bytes);
  if (plain !== undefined) return ok(plain);
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    const message = 'The state file is larger than 512 MB, and is not of the usual form.';
    return refuse(file, 'state-too-large', message, 'Split the project into several states.');
  }
  const body = jsonTextAt(bytes, 0, bytes.length);
  if (body.trim() === '') {
    return refuse(file, 'state-empty', 'The state file is empty.', pull);
  }
  const parsed = parseJson(body, file);
  if (!parsed.ok) return parsed;
  const json = parsed.value;
  if (!isJsonObject(json)) {
    return refuse(file, 'state-not-state', 'This is JSON, but not a Terraform state.', pull);
  }
  return (
    refuseOthers(json, file) ??
    (Object.hasOwn(json, 'version')
      ? checked(StateV4, json, file, stateFromV4)
      : checked(ShownState, json, file, stateFromShown))
  );
}

/** The text as UTF-8 without a byte order mark. */
export function bytesOfState(given: Uint8Array | string): Uint8Array {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given;
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

function parseJson(text: string, file: string): Result<Json> {
  try {
    return ok(JSON.parse(text) as Json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail(syntaxProblem(error.message, text, file));
  }
}

/** JSON error messages quote the surrounding text, so only the position is used. */
function syntaxProblem(message: string, text: string, file: string): Problem {
  const offset = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
  const cut = /end of JSON|Unterminated/.test(message) || offset >= text.trimEnd().length;
  if (cut && /^\s*[{[]/.test(text)) {
    return {
      code: 'state-truncated',
      message: 'The state file ends in the middle: it was cut off.',
      place: { file },
      hint: pull,
    };
  }
  const place = { line: lineAt(text, offset), column: offset - lineStartAt(text, offset) + 1 };
  return {
    code: 'state-not-json',
    message: 'The state file is not valid JSON.',
    place: Number.isNaN(offset) ? { file } : { file, ...place },
    hint: pull,
  };
}

/** Problems for JSON objects that are not a supported state. */
function refuseOthers(
  json: Readonly<Record<string, Json>>,
  file: string,
): Result<never> | undefined {
  const has = (key: string) => Object.hasOwn(json, key);
  if (has('encrypted_data') || has('encryption_version')) {
    const message = 'The state is encrypted (OpenTofu state encryption).';
    const hint = 'Decrypt it with `tofu state pull > terraform.tfstate` and pass that file.';
    return refuse(file, 'state-encrypted', message, hint);
  }
  if (has('version') && has('backend') && !has('resources')) {
    const message = 'This file only names the backend that holds the state.';
    return refuse(file, 'state-is-backend', message, pull);
  }
  if (has('version')) return refuseVersion(json['version'] ?? null, file);
  if (has('planned_values') || has('resource_changes')) {
    const message = 'This is a plan (`terraform show -json` of a plan file), not a state.';
    return refuse(file, 'state-is-plan', message, 'Pass the state: `terraform state pull`.');
  }
  if (has('format_version')) return undefined;
  return refuse(file, 'state-not-state', 'This is JSON, but not a Terraform state.', pull);
}

function refuseVersion(version: Json, file: string): Result<never> | undefined {
  if (version === 4) return undefined;
  if (typeof version !== 'number') {
    return refuse(file, 'state-version', 'The state file has no valid version number.', pull);
  }
  if (version > 4) {
    const message = `The state file has version ${version}; Parley reads version 4.`;
    return refuse(file, 'state-version', message, 'Use a newer Parley.');
  }
  const message = `The state file has version ${version}, from Terraform before 0.12; Parley reads version 4.`;
  const hint = 'Upgrade it: run `terraform apply -refresh-only` with Terraform 0.15.4 or newer.';
  return refuse(file, 'state-version', message, hint);
}

function checked<T>(
  schema: z.ZodType<T>,
  json: Json,
  file: string,
  build: (value: T) => TerraformState,
): Result<TerraformState> {
  const result = schema.safeParse(json);
  if (result.success) return ok(build(result.data));
  const issue = result.error.issues[0];
  const where = (issue?.path ?? []).map(String).join('.');
  const message = `The state file is malformed at ${where === '' ? 'the top' : where}.`;
  return refuse(file, 'state-malformed', message, pull);
}

function refuse(file: string, code: string, message: string, hint: string): Result<never> {
  return fail({ code, message, place: { file }, hint });
}
