import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

it('the server rejects arguments, and creates no data', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-arguments-'))
  try {
    const server = spawn(process.execPath, [path.resolve('src/server.ts'), '--help'], { cwd: directory })
    const [message, [code]] = await Promise.all([text(server.stderr), once(server, 'close')])
    expect([code, message]).toEqual([2, expect.stringContaining('The server takes no arguments')])
    expect(existsSync(path.join(directory, 'data'))).toBe(false)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

it('a command whose reader closes the pipe ends without an error', async () => {
  const command = spawn(process.execPath, [path.resolve('src/cli/main.ts'), 'completion', 'bash'])
  command.stdout.destroy()
  const [message] = await Promise.all([text(command.stderr), once(command, 'close')])
  expect(message).toBe('')
})
