import fc from 'fast-check';

/**
 * Properties run on the same cases each time, so that a failure is due to the change under test.
 * PARLEY_SEED selects other cases: any number, or `random`.
 */
const asked = process.env['PARLEY_SEED'];

export const seed = asked === 'random' ? Date.now() % 2 ** 31 : Number(asked ?? 20_260_314);

fc.configureGlobal({ seed });
