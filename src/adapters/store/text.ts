/** Text that a column can hold: PostgreSQL does not accept a NUL, and logs may contain anything. */
export function columnText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
