/** Where what `init` installed for one project is kept from run to run. */
export interface InstallPlace {
  /** Absolute; of this project alone. It holds providers and modules, and neither state nor values. */
  readonly folder: string;
  /** Day of the run, as ISO 8601: sources that name no version are looked up again each day. */
  readonly day: string;
  /** Absolute; providers of several projects, which trust one another with theirs. */
  readonly packages?: string;
  /** The program that installs: each has registries of its own. */
  readonly product: string;
}
