import type { Reading } from '../../../model/reading.ts';
import { type AskedModel, askAll } from './ask-all.ts';
import type { Model } from './port.ts';
import type { Prompt } from './prompt.ts';
import { createRedactor } from './redactor.ts';
import { checkSession, type SessionFacts, sessionRequest } from './session.ts';

export interface Readings {
  /** By id of the session; those the model could not read are left out. */
  readonly readings: ReadonlyMap<string, Reading>;
  readonly asked: AskedModel;
}

/** Asks the model what each session was for. The sessions that it cannot read stay as they are. */
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
