import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'

let directory = ''
let server: ChildProcess
let output = ''

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-stop-'))
  server = spawn(process.execPath, ['src/server.ts'], {
    env: {
      ...process.env,
      TULIPWOOD_DATA: directory,
      TULIPWOOD_PORT: '0',
      TULIPWOOD_ADMIN_PASSWORD: 'correct horse battery',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server.stdout?.on('data', (chunk) => {
    output += chunk
  })
})

afterAll(async () => {
  server.kill('SIGKILL')
  await rm(directory, { recursive: true, force: true })
})

async function open(port: number, request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return socket
}

it('a server finishes running requests, accepts no new ones and exits with 0 on SIGTERM', async () => {
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/ready at http:\/\/127\.0\.0\.1:\d+/)
  const port = Number(/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1])
  const body = '{"username":"admin","password":"correct horse battery"}'
  const [first, rest] = [body.slice(0, 20), body.slice(20)]
  const socket = await open(
    port,
    `POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${first}`,
  )
  const response = text(socket)
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)

  server.kill('SIGTERM')
  await expect.poll(() => output, { timeout: 10_000 }).toContain('stopping')
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    ) // prettier-ignore
    .toBe('refused')
  expect(server.exitCode).toBeNull()

  socket.write(rest)
  expect(await response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(await response).toContain('"token":"')
  await once(server, 'exit')
  expect(server.exitCode).toBe(0)
  expect(output).not.toContain('correct horse')
}, 30_000)
