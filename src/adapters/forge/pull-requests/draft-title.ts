/** How a forge marks drafts in the title. */
export interface PrefixedTitle {
  readonly prefix: string;
  /** Every form of the mark, at the beginning of a title. */
  readonly form: RegExp;
}

export function readTitle(
  { form }: PrefixedTitle,
  text: string,
): { readonly title: string; readonly isDraft: boolean } {
  const title = text.replace(form, '');
  return { title, isDraft: title !== text };
}

/** A title that makes the request a draft exactly when it shall be one. */
export function draftTitle(mark: PrefixedTitle, title: string, isDraft: boolean): string {
  const plain = readTitle(mark, title).title;
  return isDraft ? `${mark.prefix}${plain}` : plain;
}
