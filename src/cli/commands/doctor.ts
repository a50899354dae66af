import { resolve } from 'node:path';
import type { Finding } from '../doctor/finding.ts';
import { checkMachine } from '../doctor/machine.ts';
import { checkProject } from '../doctor/project.ts';
import type { ExitCode, Io } from '../io.ts';
import { createStyle, type Style } from '../render/style.ts';

/** `parley doctor`: what this machine and folder have, what is missing and how to get it. */
export async function runDoctor(io: Io, dir: string): Promise<ExitCode> {
  const findings = [...(await checkMachine(io)), ...(await checkProject(resolve(io.cwd, dir)))];
  const style = createStyle(io.color);
  io.out(`${findings.map((finding) => render(finding, style)).join('\n')}\n`);
  return findings.some(({ required, state }) => required && state !== 'ok') ? 1 : 0;
}

function render({ name, state, detail, advice }: Finding, style: Style): string {
  const paint = { ok: style.green, missing: style.yellow, 'too old': style.red, wrong: style.red };
  const head = `${paint[state](state.padEnd(7))} ${name.padEnd(9)} ${detail}`.trimEnd();
  return state === 'ok' || advice === '' ? head : `${head}\n        ${style.dim(advice)}`;
}
