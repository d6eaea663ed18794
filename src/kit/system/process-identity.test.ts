import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isOwnerProcessDead, readProcessIdentity } from './process-identity.ts'

const ours = new URL('./process-identity.ts', import.meta.url).href
const script = `
  import { readProcessIdentity } from ${JSON.stringify(ours)}
  process.stdout.write(await readProcessIdentity())
  setInterval(() => {}, 1000)
`

describe('the identity of a process', () => {
  it('is unique for each call', async () => {
    expect(await readProcessIdentity()).not.toBe(await readProcessIdentity())
  })

  it('belongs to a running process', async () => {
    expect(await isOwnerProcessDead(await readProcessIdentity())).toBe(false)
  })

  it.each(['', 'x', 'a b', 'a b 1 2', 'a b c d e'])('is unknown in another format: "%s"', async (mark) => {
    expect(await isOwnerProcessDead(mark)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('belongs to an ended process only after the end', async () => {
    const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [mark] = (await once(other.stdout, 'data')).map(String)
    expect(await isOwnerProcessDead(String(mark))).toBe(false)
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(await isOwnerProcessDead(String(mark))).toBe(true)
  })

  it.runIf(process.platform === 'linux')('does not match a later process with the same id', async () => {
    const [id, place, pid] = (await readProcessIdentity()).split(' ')
    expect(await isOwnerProcessDead([id, place, pid, '1'].join(' '))).toBe(true)
  })
})
