import type { EvidenceNote } from '../../model/open-drift.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';

/** What is kept of an event after the log's own record is gone. */
export function memoryNote({ id, time, operation, actor, digest }: KeptEvent): EvidenceNote {
  const note = { event: id, time, operation, actor: actor.name };
  return digest === undefined ? note : { ...note, digest };
}
