/** A row of a CSV file; `too-large` for one whose fields were not kept. */
export type CsvRow =
  | { readonly kind: 'row'; readonly fields: readonly string[] }
  | { readonly kind: 'too-large' };

/**
 * Within a field in quotes; after a quote in it, which ends it unless another follows; or
 * elsewhere.
 */
type ParserState = 'plain' | 'quoted' | 'behind-quote';

/**
 * Parses rows of CSV (RFC 4180) that arrives in pieces cut anywhere: fields in quotes may contain
 * commas, line breaks and doubled quotes. Keeps only the current row.
 */
export class CsvRows {
  readonly #maxLength: number;
  #fields: string[] = [];
  #field = '';
  #length = 0;
  #state: ParserState = 'plain';

  /** Rows with more characters are not kept. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  write(text: string): readonly CsvRow[] {
    const rows: CsvRow[] = [];
    for (const character of text) {
      if (this.#state === 'quoted') this.#inQuotes(character);
      else if (character === '\n') rows.push(this.#endRow());
      else if (character === ',') this.#endField();
      else if (character === '"') this.#quote();
      else this.#add(character);
    }
    return rows.filter((row) => row.kind !== 'row' || row.fields.some((field) => field !== ''));
  }

  /** The last row, if no line break ends it. */
  end(): readonly CsvRow[] {
    return this.#length === 0 && this.#fields.length === 0 ? [] : this.write('\n');
  }

  #inQuotes(character: string): void {
    if (character === '"') this.#state = 'behind-quote';
    else this.#add(character);
  }

  #quote(): void {
    if (this.#state === 'behind-quote') this.#add('"');
    this.#state = 'quoted';
  }

  #add(character: string): void {
    this.#length++;
    if (this.#length <= this.#maxLength) this.#field += character;
  }

  #endField(): void {
    this.#length++;
    if (this.#length <= this.#maxLength) this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'plain';
  }

  #endRow(): CsvRow {
    this.#field = this.#field.replace(/\r$/, '');
    this.#endField();
    const row: CsvRow =
      this.#length > this.#maxLength
        ? { kind: 'too-large' }
        : { kind: 'row', fields: this.#fields };
    this.#fields = [];
    this.#length = 0;
    return row;
  }
}
