import { type ApiRefusal, refuseCall } from './reply.ts';

/** Codes of the system, of PostgreSQL and of its client for an unreachable server. */
const codes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-5]|53300)$/;
/** Messages of the clients of PostgreSQL and Redis for the same, where there is no code. */
const sentences =
  /Connection terminated|Connection is closed|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|max retries per request/i;

/** Whether the store or the queue is unreachable, so that the call may work later. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isAway);
  const code = 'code' in error ? String(error.code) : '';
  // A missing socket appears as a missing file.
  const isSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return isSocket || codes.test(code) || sentences.test(error.message);
}

/** Seconds to wait before trying again. */
const again = '5';

export function away(detail: string): ApiRefusal {
  return refuseCall(503, 'store-away', 'The store or the queue does not answer.', {
    detail,
    headers: { 'retry-after': again },
  });
}
