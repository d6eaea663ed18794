import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'

const started: { readonly server: ChildProcess; readonly directory: string }[] = []

afterAll(async () => {
  for (const { server, directory } of started) {
    server.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  }
})

/** Starts a server process; `output` returns what it has printed. */
async function startServer(env: Readonly<Record<string, string>> = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-stop-'))
  const server = spawn(process.execPath, ['src/server.ts'], {
    env: {
      ...process.env,
      TULIPWOOD_DATA: directory,
      TULIPWOOD_PORT: '0',
      TULIPWOOD_ADMIN_PASSWORD: 'correct horse battery',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push({ server, directory })
  let printed = ''
  server.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const output = () => printed
  await expect.poll(output, { timeout: 20_000 }).toMatch(/ready at http:\/\/127\.0\.0\.1:\d+/)
  return { server, output, port: Number(/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]) }
}

async function open(port: number, request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return socket
}

it('a server finishes running requests, accepts no new ones and exits with 0 on SIGTERM', async () => {
  const { server, output, port } = await startServer()
  const body = '{"username":"admin","password":"correct horse battery"}'
  const [first, rest] = [body.slice(0, 20), body.slice(20)]
  const socket = await open(
    port,
    `POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${first}`,
  )
  const response = text(socket)
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)

  server.kill('SIGTERM')
  await expect.poll(output, { timeout: 10_000 }).toContain('stopping')
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
  expect(output()).not.toContain('correct horse')
}, 30_000)

it('a server that receives SIGTERM is not ready but answers, and closes connections, until the delay ends', async () => {
  const { server, port } = await startServer({ TULIPWOOD_SHUTDOWN_DELAY: '300' })
  const get = (url: string) => fetch(`http://127.0.0.1:${port}${url}`)
  expect((await get('/health/ready')).status).toBe(200)
  expect((await get('/api/version')).headers.get('connection')).toBe('keep-alive')

  server.kill('SIGTERM')
  await expect.poll(async () => (await get('/health/ready')).status).toBe(503)
  expect((await get('/health/ready')).headers.get('retry-after')).toBe('5')
  expect(await (await get('/health')).json()).toMatchObject({ live: true, ready: false })
  expect((await get('/health/live')).status).toBe(200)
  const response = await get('/api/version')
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
  expect(server.exitCode).toBeNull()

  // The second signal ends the delay.
  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')
  expect(code).toBe(0)
  await expect(get('/health/live')).rejects.toThrow('fetch failed')
}, 60_000)
