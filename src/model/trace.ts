import type { ActorClass } from './actor.ts';

/** What became of a mutating event. */
export type Disposition =
  | 'drift'
  | 'reverted'
  /** It changed something, and another change or the end of the resource took its place. */
  | 'superseded'
  /** It changed something to what the code says. */
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
  /** Not an event but a drift or a question of an earlier run, and why it is open no more. */
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
