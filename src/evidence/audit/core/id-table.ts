const initialSlots = 1024;
const maxLoad = 0.6;

/**
 * Numbers by text, in 12 bytes a slot: for the ids of millions of events. Texts are distinguished
 * by 64 bits of hash. The log service makes the ids, so nobody can choose colliding ones.
 */
export class IdTable {
  #slots = initialSlots;
  #high = new Uint32Array(initialSlots);
  #low = new Uint32Array(initialSlots);
  /** 0 marks an empty slot. */
  #values = new Uint32Array(initialSlots);
  #count = 0;

  /** The value of the text, or undefined. */
  get(text: string): number | undefined {
    const [high, low] = hash(text);
    const value = this.#values[this.#find(high, low)] ?? 0;
    return value === 0 ? undefined : value;
  }

  /** `value` is a positive integer below 2^32. */
  set(text: string, value: number): void {
    const [high, low] = hash(text);
    this.#put(high, low, value);
    if (this.#count > this.#slots * maxLoad) this.#grow();
  }

  #put(high: number, low: number, value: number): void {
    const slot = this.#find(high, low);
    if (this.#values[slot] === 0) this.#count++;
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#values[slot] = value;
  }

  #find(high: number, low: number): number {
    let slot = low & (this.#slots - 1);
    while (this.#values[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low)) {
      slot = (slot + 1) & (this.#slots - 1);
    }
    return slot;
  }

  #grow(): void {
    const [high, low, values] = [this.#high, this.#low, this.#values];
    this.#slots *= 2;
    this.#high = new Uint32Array(this.#slots);
    this.#low = new Uint32Array(this.#slots);
    this.#values = new Uint32Array(this.#slots);
    this.#count = 0;
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? 0;
      if (value !== 0) this.#put(high[i] ?? 0, low[i] ?? 0, value);
    }
  }
}

/** 32 bits of hash, for checks. */
export function shortHash(text: string): number {
  return hash(text)[0];
}

/** Two multiplicative hashes, mixed into each other (cyrb53). */
function hash(text: string): readonly [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0, low >>> 0];
}
