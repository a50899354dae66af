/** Text that a column may hold: PostgreSQL has no NUL, and logs may say anything. */
export function columnText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
