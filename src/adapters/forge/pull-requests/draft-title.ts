/** How a forge marks drafts in the title. */
export interface PrefixedTitle {
  readonly prefix: string;
  /** Every form of the mark at the beginning of a title. */
  readonly form: RegExp;
}

export function readTitle(
  { form }: PrefixedTitle,
  text: string,
): { readonly title: string; readonly isDraft: boolean } {
  const title = text.replace(form, '');
  return { title, isDraft: title !== text };
}

/** The title with or without the mark, so that the pull request is a draft exactly if `isDraft`. */
export function draftTitle(mark: PrefixedTitle, title: string, isDraft: boolean): string {
  const plain = readTitle(mark, title).title;
  return isDraft ? `${mark.prefix}${plain}` : plain;
}
