import type { ActorClass } from './actor.ts';

/** The outcome for a mutating event. */
export type Disposition =
  | 'drift'
  | 'reverted'
  /** It changed something, but another change or the end of the resource superseded it. */
  | 'superseded'
  /** It changed something to the value in the code. */
  | 'in-code'
  | 'unmanaged'
  | 'iac'
  | 'automation'
  | 'failed'
  | 'duplicate'
  | 'redacted'
  | 'unknown-operation'
  | 'no-effect'
  | 'ignored'
  /** Not an event, but a drift or question of an earlier run, with the reason why it is closed. */
  | 'closed'
  | 'unresolved';

/** One line of `--trace`. */
export interface TraceLine {
  readonly event: string;
  readonly time: string;
  readonly operation: string;
  readonly actor: {
    readonly class: ActorClass;
    readonly principal: string;
    readonly signature: string;
  };
  readonly disposition: Disposition;
  readonly address?: string;
  readonly because: string;
}
