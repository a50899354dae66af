import { Redis, type RedisOptions } from 'ioredis';

/**
 * A client that ends when it is told to. While ioredis waits to connect again, its `disconnect`
 * cancels the attempt and never reports the end, for which BullMQ waits, and leaves commands
 * unanswered.
 */
export class RedisClient extends Redis {
  override disconnect(reconnect = false): void {
    if (reconnect || this.status !== 'reconnecting') {
      super.disconnect(reconnect);
      return;
    }
    // The attempt that is due in two seconds at most is the last one, until somebody connects again.
    const { retryStrategy } = this.options;
    this.options.retryStrategy = () => null;
    this.once('connect', () => super.disconnect());
    this.once('error', () => undefined);
    this.once('end', () => Object.assign(this.options, { retryStrategy }));
  }

  /** BullMQ copies the client for connections that wait for jobs. */
  override duplicate(override?: Partial<RedisOptions>): RedisClient {
    return new RedisClient({ ...this.options, ...override });
  }
}
