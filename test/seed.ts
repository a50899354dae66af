import fc from 'fast-check';

/**
 * Properties run on the same cases each time, so that a red run is about the change at hand. With
 * PARLEY_SEED they run on others: any number, or `random`.
 */
const asked = process.env['PARLEY_SEED'];

/** The seed of this run. */
export const seed = asked === 'random' ? Date.now() % 2 ** 31 : Number(asked ?? 20_260_314);

fc.configureGlobal({ seed });
