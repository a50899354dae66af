import type { Reading } from '../../../model/intent.ts';
import { type AskedModel, askAll } from './ask-all.ts';
import type { Model } from './port.ts';
import type { Prompt } from './prompt.ts';
import { createRedactor } from './redactor.ts';
import { checkSession, type SessionFacts, sessionRequest } from './session.ts';

export interface Readings {
  /** By session id, without sessions that the model could not read. */
  readonly readings: ReadonlyMap<string, Reading>;
  readonly asked: AskedModel;
}

/** Asks the model for the purpose of each session. Sessions that it cannot read are unchanged. */
export async function readSessions(
  model: Model,
  prompt: Prompt,
  sessions: readonly SessionFacts[],
): Promise<Readings> {
  const { answers, asked } = await askAll(model, sessions, (facts) => {
    const redactor = createRedactor();
    const request = sessionRequest(facts, prompt, redactor);
    return {
      request,
      check: (answer) => checkSession(answer, request, facts, redactor, model.name),
    };
  });
  const readings = new Map<string, Reading>();
  for (const { about, value } of answers) readings.set(about.id, value);
  return { readings, asked };
}
