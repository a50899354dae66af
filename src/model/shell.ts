/** One word for a POSIX shell, whatever is in it. */
export function shellQuoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
