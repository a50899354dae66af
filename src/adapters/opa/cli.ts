import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { ExternalPolicyPort } from '../../stages/arbitration/external/types.ts';
import { readAnswer } from './answer.ts';

export interface OpaCommand {
  /** Name or path of the program. */
  readonly binary: string;
  /** File or folder with the policy. */
  readonly data: string;
  /** `parley/decision` */
  readonly path: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly env: Readonly<Record<string, string>>;
}

/** The `opa` program (https://www.openpolicyagent.org/docs/latest/cli/#eval). */
export function createOpaCommand({
  binary,
  data,
  path,
  timeout,
  env,
}: OpaCommand): ExternalPolicyPort {
  const name = 'opa cli';
  return {
    name,
    ask: async (question) => {
      const query = `data.${path.replaceAll('/', '.')}`;
      const args = ['eval', '--format', 'json', '--stdin-input', '--data', data, query];
      const printed = await execute(binary, args, JSON.stringify({ ...question }), timeout, env);
      if (!printed.ok) return printed;
      const answer = readAnswer(resultIn(printed.value));
      if (!answer.ok) return answer;
      return ok({ name, digest: await digestOf(data), answer: answer.value });
    },
  };
}

function execute(
  binary: string,
  args: readonly string[],
  input: string,
  timeout: number,
  env: Readonly<Record<string, string>>,
): Promise<ReturnType<typeof ok<string>> | ReturnType<typeof fail<Problem>>> {
  return new Promise((resolve) => {
    const options = { timeout, env, maxBuffer: 16 * 1024 * 1024, killSignal: 'SIGKILL' } as const;
    const child = execFile(binary, [...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve(ok(stdout));
      const why = error.killed ? 'it took too long' : stderr.trim() || error.message;
      resolve(fail(failure(`${displayText(why, 160)}.`)));
    });
    // The program may end before it has read all of its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** `{"result":[{"expressions":[{"value": ...}]}]}` */
function resultIn(text: string): unknown {
  try {
    return JSON.parse(text)?.result?.[0]?.expressions?.[0]?.value;
  } catch {
    // Output that is not JSON has no result, which is reported.
    return undefined;
  }
}

/** Digest of the names and contents of all files, so that any change of the policy shows. */
async function digestOf(data: string): Promise<string> {
  const hash = createHash('sha256');
  const isFolder = (await stat(data)).isDirectory();
  const files = isFolder ? (await readdir(data, { recursive: true })).sort() : [''];
  for (const file of files) {
    const path = file === '' ? data : join(data, file);
    if (!(await stat(path)).isFile()) continue;
    hash
      .update(`${file}\0`)
      .update(await readFile(path))
      .update('\0');
  }
  return `sha256:${hash.digest('hex')}`;
}

function failure(message: string): Problem {
  return {
    code: 'external-policy-command',
    message,
    hint: 'Install `opa`, check the policy with `opa check`, or remove `opa` from parley.yaml.',
  };
}
