import fc from 'fast-check'

/**
 * Property tests use the same examples in each run, so that results depend on the code, not on luck. `npm run
 * drill:properties` uses other examples.
 */
const seed = process.env['TULIPWOOD_TEST_SEED'] ?? '20261121'
fc.configureGlobal(seed === 'any' ? {} : { seed: Number(seed) })
