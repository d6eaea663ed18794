import fc from 'fast-check'

/**
 * Properties are tried with the same examples each time, so that a change, not luck, decides whether tests pass.
 * `npm run drill:properties` tries others.
 */
const given = process.env['TULIPWOOD_TEST_SEED'] ?? '20261121'
fc.configureGlobal(given === 'any' ? {} : { seed: Number(given) })
