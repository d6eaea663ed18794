import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('a command of tests that is bounded', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-bounded-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** How it ended, and the process of it that hears nothing. */
  async function bounded(script: string, { most = 60, after = 60, name = 'none' } = {}) {
    const deaf = path.join(folder, `${name}.pid`)
    const report = path.join(folder, `${name}.json`)
    // In the background, as servers of tests are, and stopped, as one was that a test forgot.
    const whole = `sleep 600 & echo $! > '${deaf}'; kill -STOP $!; report='${report}'; ${script}`
    const limits = [`--most=${most}`, `--report=${report}`, `--after=${after}`]
    const child = spawn(process.execPath, ['tools/bounded.mjs', ...limits, '--', 'sh', '-c', whole], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (piece) => (said += piece))
    const [code] = await once(child, 'close')
    const pid = Number(await readFile(deaf, 'utf8'))
    return { code, said, pid }
  }
  const isGone = (pid: number) => () =>
    readFile(`/proc/${pid}/stat`, 'utf8').then(
      (stat) => / Z /.test(stat),
      () => true,
    )

  it.each([0, 3])('that ends by itself with %i says so, and leaves nothing', async (status) => {
    const { code, said, pid } = await bounded(`exit ${status}`, { name: `itself-${status}` })
    expect([code, said]).toEqual([status, ''])
    await expect.poll(isGone(pid)).toBe(true)
  })

  it('that takes longer than it may is ended with all that it started', async () => {
    const { code, said, pid } = await bounded('wait', { most: 1, name: 'long' })
    expect([code, said]).toEqual([124, '── ended: it was not over after 1 s\n'])
    await expect.poll(isGone(pid)).toBe(true)
  })

  it.each([
    [true, 0],
    [false, 1],
  ])('that hangs after its tests, of which its report says %s, ends with %i', async (success, status) => {
    const name = `over-${success}`
    const { code, said, pid } = await bounded(`echo '{"success":${success}}' > "$report"; wait`, { after: 1, name })
    expect([code, said]).toEqual([status, '── ended: its tests were over, it was not, 1 s later\n'])
    await expect.poll(isGone(pid)).toBe(true)
  })

  it('that writes half a report has no verdict yet', async () => {
    await writeFile(path.join(folder, 'half.json'), '{"success":tr')
    const { code } = await bounded('wait', { most: 3, after: 1, name: 'half' })
    expect(code).toBe(124)
  })
})
