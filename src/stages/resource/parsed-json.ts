/** Undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever asked says what it should have been.
    return undefined;
  }
}
