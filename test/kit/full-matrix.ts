/** Whether every test runs that can run, on every database (`npm run test:all`). */
export const isFullMatrix: boolean = process.env['TULIPWOOD_TEST_MATRIX'] === 'full'
