import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

// Two artefacts cover most: one with the runtime, one without. `npm run drill:release` tries all.
it('artefacts of a release install and work for another user', { timeout: 300_000 }, async () => {
  const only = process.platform === 'linux' ? 'binary,npm' : 'npm'
  const trial = promisify(execFile)(process.execPath, ['tools/try-release.mjs', '--only', only])
  const { stdout } = await trial.catch(({ stdout: output, stderr }) => ({ stdout: `${output}${stderr}` }))
  const results = stdout.split('\n').filter((line) => line !== '' && !/^ *[\d.]+ MB /.test(line))
  expect(results.map((line) => line.replace(/ \(.*/, ''))).toEqual(only.split(',').map((name) => `✓ ${name}`))
})
