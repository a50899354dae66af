import { parsedJson } from '../../model/parsed-json.ts';
import type { List, Mapping, YamlEntry, YamlMember, YamlTree } from './tree.ts';

/** Documents nest a few levels; deeper nesting is not meant for people. */
const deepest = 500;

/**
 * The tree of a JSON text with the position of each value; undefined if it is not JSON or nested
 * too deeply.
 */
export function parseJsonTree(text: string): YamlTree | undefined {
  return parsedJson(text) === undefined ? undefined : new Reader(text).read();
}

/** Reads text that is known to be valid JSON, so that nothing needs to be checked. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): YamlTree | undefined {
    return this.#value(0);
  }

  #blanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #value(depth: number): YamlTree | undefined {
    if (depth > deepest) return undefined;
    this.#blanks();
    const opening = this.#text[this.#at];
    if (opening === '{') return this.#map(depth);
    if (opening === '[') return this.#list(depth);
    const start = this.#at;
    if (opening === '"') this.#string();
    else while (/[-+.\w]/.test(this.#text[this.#at] ?? '')) this.#at++;
    const end = this.#at;
    return { kind: 'leaf', start, end, value: JSON.parse(this.#text.slice(start, end)) };
  }

  #string(): string {
    const start = this.#at++;
    while (this.#text[this.#at] !== '"') this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    this.#at++;
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  /** True if another member follows; otherwise the closing bracket is consumed. */
  #more(close: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] === ',') this.#at++;
    this.#blanks();
    if (this.#text[this.#at] !== close) return true;
    this.#at++;
    return false;
  }

  #list(depth: number): List | undefined {
    const start = this.#at++;
    const members: YamlMember[] = [];
    while (this.#more(']')) {
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      members.push({ start: value.start, end: value.end, value });
    }
    return { kind: 'list', style: 'flow', start, end: this.#at, members };
  }

  #map(depth: number): Mapping | undefined {
    const start = this.#at++;
    const members: YamlEntry[] = [];
    while (this.#more('}')) {
      const from = this.#at;
      const key = this.#string();
      this.#blanks();
      const colonEnd = ++this.#at;
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      members.push({ start: from, end: value.end, key, colonEnd, value });
    }
    return { kind: 'map', style: 'flow', start, end: this.#at, members };
  }
}
