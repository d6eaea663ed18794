import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('a test command with a time limit', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-bounded-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  /** Runs a script under a time limit; returns its result and the id of a process that ignores signals. */
  async function runBounded(script: string, { most: maxSeconds = 60, after: graceSeconds = 60, name = 'none' } = {}) {
    const pidFile = path.join(directory, `${name}.pid`)
    const report = path.join(directory, `${name}.json`)
    // In the background like test servers, and stopped like one that a test forgot.
    const fullScript = `sleep 600 & echo $! > '${pidFile}'; kill -STOP $!; report='${report}'; ${script}`
    const limits = [`--most=${maxSeconds}`, `--report=${report}`, `--after=${graceSeconds}`]
    const child = spawn(process.execPath, ['tools/run-with-timeout.mjs', ...limits, '--', 'sh', '-c', fullScript], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (piece) => (output += piece))
    const [code] = await once(child, 'close')
    const pid = Number(await readFile(pidFile, 'utf8'))
    return { code, output, pid }
  }
  const isGone = (pid: number) => () =>
    readFile(`/proc/${pid}/stat`, 'utf8').then(
      (stat) => / Z /.test(stat),
      () => true,
    )

  it.each([0, 3])('exits with %i and no output if it ends by itself, and leaves no process', async (status) => {
    const { code, output, pid } = await runBounded(`exit ${status}`, { name: `itself-${status}` })
    expect([code, output]).toEqual([status, ''])
    await expect.poll(isGone(pid)).toBe(true)
  })

  it('is ended with all its child processes if it exceeds the limit', async () => {
    const { code, output, pid } = await runBounded('wait', { most: 1, name: 'long' })
    expect([code, output]).toEqual([124, '── killed: not finished after 1 s\n'])
    await expect.poll(isGone(pid)).toBe(true)
  })

  it.each([
    [true, 0],
    [false, 1],
  ])(
    'is ended if it hangs after its tests; its report has success %s, the exit code is %i',
    async (success, status) => {
      const name = `over-${success}`
      const { code, output, pid } = await runBounded(`echo '{"success":${success}}' > "$report"; wait`, {
        after: 1,
        name,
      })
      expect([code, output]).toEqual([status, '── killed: tests finished, but the command did not exit within 1 s\n'])
      await expect.poll(isGone(pid)).toBe(true)
    },
  )

  it('has no result while its report is incomplete', async () => {
    await writeFile(path.join(directory, 'half.json'), '{"success":tr')
    const { code } = await runBounded('wait', { most: 3, after: 1, name: 'half' })
    expect(code).toBe(124)
  })
})
