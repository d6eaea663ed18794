const matrix = process.env['TULIPWOOD_TEST_MATRIX']

/** Whether every test runs that can run, on every database (`npm run test:all`). */
export const isFullMatrix: boolean = matrix === 'full' || matrix === 'rest'

/** Whether tests that `npm test` runs in the same form are left out of the full matrix. */
export const isRestOfMatrix: boolean = matrix === 'rest'
