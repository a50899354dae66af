/**
 * True if the pattern, with `*` for any text and `?` for one character, matches the entire text.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let [at, from] = [0, 0];
  let star = -1;
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === '*') {
      star = at;
      from = index;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[index])) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      from += 1;
      index = from;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

export function isGlob(text: string): boolean {
  return /[*?]/.test(text);
}

/** Texts that represent all others: any text matches the same patterns as one of these. */
export interface Witnesses {
  readonly texts: readonly string[];
  /** False if there were too many patterns to find every combination. */
  readonly complete: boolean;
}

/** The limit of positions in patterns that are visited; real documents need a tenth of it. */
const maxPlaces = 500_000;

/**
 * A text for every combination of patterns that some text matches, and one that matches none. Texts
 * without wildcards represent themselves; the other patterns are read in parallel, character by
 * character, as automata.
 */
export function globWitnesses(patterns: readonly string[]): Witnesses {
  const unique = [...new Set(patterns)].sort();
  const fresh = unusedCharacter(unique.join(''));
  const literals = unique.filter((pattern) => !isGlob(pattern));
  const { found, complete } = explore(unique.filter(isGlob), fresh);
  const texts = [...new Set([...literals, ...found, fresh])];
  return { texts, complete };
}

/** A character that is in no pattern, so that it represents all characters that are not. */
function unusedCharacter(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}

interface State {
  /** For each pattern, its positions that may be matched next. */
  readonly places: readonly (readonly number[])[];
  readonly text: string;
}

function explore(
  patterns: readonly string[],
  fresh: string,
): { found: string[]; complete: boolean } {
  const start = { places: patterns.map((pattern) => closure(pattern, [0])), text: '' };
  const queue: State[] = [start];
  const seen = new Set([keyOf(start, fresh)]);
  const found = new Map<string, string>();
  let left = maxPlaces;
  for (let next = 0; next < queue.length; next += 1) {
    const state = queue[next];
    if (state === undefined || left < 0) break;
    keep(found, accepted(patterns, state), state.text, fresh);
    for (const character of [fresh, ...charactersAt(patterns, state)]) {
      const step = advance(patterns, state, character, fresh);
      left -= patterns.length + step.places.reduce((sum, one) => sum + one.length, 0);
      const key = keyOf(step, fresh);
      if (step.places.every((one) => one.length === 0) || seen.has(key)) continue;
      seen.add(key);
      queue.push(step);
    }
  }
  return { found: [...found.values()], complete: left >= 0 };
}

/** A text with the unused character cannot equal a literal, so it is preferred. */
function keep(found: Map<string, string>, key: string, text: string, fresh: string): void {
  const known = found.get(key);
  if (known === undefined || (!known.includes(fresh) && text.includes(fresh))) found.set(key, text);
}

function accepted(patterns: readonly string[], { places }: State): string {
  return patterns.map((one, index) => (places[index]?.includes(one.length) ? '1' : '0')).join('');
}

function keyOf({ places, text }: State, fresh: string): string {
  return `${text.includes(fresh)} ${places.map((one) => one.join(',')).join('|')}`;
}

function charactersAt(patterns: readonly string[], { places }: State): ReadonlySet<string> {
  const next = patterns.flatMap((pattern, index) =>
    (places[index] ?? []).flatMap((at) => pattern[at] ?? []),
  );
  return new Set(next.filter((one) => !isGlob(one)));
}

function advance(
  patterns: readonly string[],
  { places, text }: State,
  character: string,
  fresh: string,
): State {
  const moved = patterns.map((pattern, index) => {
    const steps = (places[index] ?? []).flatMap((at) => {
      const wanted = pattern[at];
      if (wanted === '*') return [at];
      return wanted === '?' || (wanted === character && character !== fresh) ? [at + 1] : [];
    });
    return closure(pattern, steps);
  });
  return { places: moved, text: text + character };
}

/** A star also matches the empty text. */
function closure(pattern: string, places: readonly number[]): readonly number[] {
  const all = new Set<number>();
  for (const place of places) {
    let at = place;
    all.add(at);
    while (pattern[at] === '*') {
      at += 1;
      all.add(at);
    }
  }
  return [...all].sort((a, b) => a - b);
}
