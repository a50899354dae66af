/** Where the providers and modules that `init` installed for a project are kept between runs. */
export interface InstallPlace {
  /**
   * Absolute, and used by this project alone. It contains providers and modules, but no state or
   * values.
   */
  readonly folder: string;
  /** Day of the run in ISO 8601. Sources without a fixed version are looked up again each day. */
  readonly day: string;
  /** Absolute. Shared by several projects, which must trust each other's providers. */
  readonly packages?: string;
  /** The program that installs, since each has its own registries. */
  readonly product: string;
}
