/** The parsed value; undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports what was expected.
    return undefined;
  }
}
