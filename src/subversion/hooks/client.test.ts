import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolvePackagePath } from '../../kit/system/package-path.ts'
import { callDescriptor } from './listen.ts'

describe('hook client', () => {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tulipwood-hook-client-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  /** Starts a hook as Apache does; `server` is the server's end of the descriptor on which the hook announces its call. */
  async function startHook() {
    const client = fileURLToPath(resolvePackagePath('src/subversion/hooks/client.sh'))
    const parameters = ['pre-commit', directory, '/repository', '1-1']
    const hook: ChildProcess = spawn('/bin/sh', [client, ...parameters], {
      stdio: ['ignore', 'ignore', 'pipe', 'ignore', 'pipe'],
    })
    const ended = once(hook, 'exit')
    const server = hook.stdio[callDescriptor] as Duplex
    const error = text(hook.stderr as Readable)
    const [announcement] = await once(server, 'data')
    return { server, ended, call: `${announcement}`.trim(), error }
  }

  it.each([
    ['accepted\n', 0, ''],
    ['refused\nNo.\nNever.\n', 1, 'No.\nNever.\n'],
    ['', 1, 'The server that checks commits cannot be reached\n'],
  ])('returns the verdict %j', async (verdict, code, error) => {
    const hook = await startHook()
    const pipe = await open(join(directory, hook.call), 'w')
    await pipe.write(verdict)
    await pipe.close()
    expect(await hook.ended).toEqual([code, null])
    expect(await hook.error).toBe(error)
    hook.server.destroy()
  })

  it('fails when the server ends before it opens the pipe for the verdict', async () => {
    const hook = await startHook()
    hook.server.destroy()
    const [code, signal] = await hook.ended
    expect(code === 0, `${code} ${signal}`).toBe(false)
    await expect.poll(() => processesThatName(directory)).toEqual([])
  })

  it('leaves no process behind after the verdict', async () => {
    const hook = await startHook()
    await writeFile(join(directory, hook.call), 'accepted\n')
    await hook.ended
    await expect.poll(() => processesThatName(directory)).toEqual([])
    hook.server.destroy()
  })
})

async function processesThatName(directory: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.split('\0').includes(directory))
}
