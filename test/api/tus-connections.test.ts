import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { defaultTimeouts } from '../../src/http/responses/timeouts.ts'
import { Refusal } from '../../src/kit/messages/refusal.ts'
import type { FieldId } from '../../src/kit/values/ids.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import {
  buildOffsetHeaders,
  buildTusHeaders,
  createFileTracker,
  createUpload,
  readStagedSize,
  sendChunk,
  type UploadRequest,
} from '../kit/tus-requests.ts'

onEachDatabase((dialect) => {
  describe('a connection that uploads bytes', () => {
    const server = createServer(dialect)
    let field: FieldId | undefined
    const listening: FastifyInstance[] = []

    beforeAll(async () => {
      field = (await createFileTracker(server, [await server.createUser('alice')])).fields.get('attachments')
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      for (const app of listening.splice(0)) await app.close()
    })

    /** Starts a node on the same data with shorter timeouts and returns its port. */
    async function startNode(
      timeouts: Partial<typeof defaultTimeouts> = {},
    ): Promise<{ app: FastifyInstance; port: number }> {
      const app = await createApp(server.world, { ...defaultTimeouts, ...timeouts })
      listening.push(app)
      await app.listen({ host: '127.0.0.1', port: 0 })
      return { app, port: (app.server.address() as AddressInfo).port }
    }

    const startUpload = (size: number): Promise<UploadRequest> => createUpload(server, 'alice', field, size)

    async function openConnection(port: number, ...lines: readonly string[]): Promise<Socket> {
      const socket = connect(port, '127.0.0.1')
      // The server closes connections in these tests, which is no error.
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      return socket
    }

    /** Returns the response to a client that sends a little from time to time and never ends. */
    async function sendSlowly(socket: Socket, piece: string, first = ''): Promise<string> {
      socket.write(first)
      const trickle = setInterval(() => socket.write(piece), 20)
      socket.once('data', () => clearInterval(trickle))
      // Data written after the end can reset the connection before the response is read.
      const response = await text(socket).catch((problem: Error) => problem.message)
      clearInterval(trickle)
      return response
    }
    const closedPattern = /^HTTP\/1\.1 (408|413) |ECONNRESET/

    const linesOf = (headers: Readonly<Record<string, string>>) =>
      Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

    const patch = (port: number, href: string, offset: number, length: number, more: Record<string, string> = {}) =>
      openConnection(
        port,
        `PATCH ${href} HTTP/1.1`,
        ...linesOf({
          host: 'x',
          'content-length': String(length),
          ...server.credentials('alice'),
          ...buildOffsetHeaders(offset),
          ...more,
        }),
      )

    const untilStaged = (id: number, bytes: number) =>
      expect.poll(() => readStagedSize(server, id), { interval: 10 }).toBe(bytes)

    const holderOf = async (id: number) =>
      (
        await server.world.db.read
          .selectFrom('upload')
          .select('lock_token as token')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.token

    const untilFree = (id: number) => expect.poll(() => holderOf(id), { interval: 10 }).toBeNull()

    it('locks the upload: a second writer gets 423, a reader does not', async () => {
      const { port } = await startNode()
      const other = await startNode()
      const { id, uploadHref } = await startUpload(10)
      const first = await patch(port, uploadHref, 0, 10)
      first.write('abcd')
      await untilStaged(id, 4)
      const send = (at: number, method: string, headers: Record<string, string>, body?: string) =>
        fetch(`http://127.0.0.1:${at}${uploadHref}`, {
          method,
          headers: { ...server.credentials('alice'), ...headers },
          ...(body === undefined ? {} : { body }),
        })
      for (const at of [port, other.port]) {
        expect((await send(at, 'PATCH', buildOffsetHeaders(4), 'xxx')).status).toBe(423)
        expect((await send(at, 'DELETE', buildTusHeaders())).status).toBe(423)
        expect((await send(at, 'HEAD', buildTusHeaders())).headers.get('upload-offset')).toBe('4')
      }
      first.write('efghij')
      const response = await new Promise((resolve) => first.once('data', resolve))
      expect(String(response)).toMatch(/^HTTP\/1\.1 204 No Content\r\n/)
      first.destroy()
    })

    it('lets one of several concurrent writers succeed', async () => {
      const { port } = await startNode()
      const { uploadHref } = await startUpload(100_000)
      const body = 'x'.repeat(100_000)
      const responses = await Promise.all(
        Array.from({ length: 8 }, () =>
          fetch(`http://127.0.0.1:${port}${uploadHref}`, {
            method: 'PATCH',
            headers: { ...server.credentials('alice'), ...buildOffsetHeaders(0) },
            body,
          }).then(({ status }) => status),
        ),
      )
      expect(responses.filter((status) => status === 204)).toHaveLength(1)
      // A request after the end of the first one finds another offset.
      for (const status of responses) expect([204, 423, 409]).toContain(status)
    })

    it('can break: the received bytes are kept, and the next request continues', async () => {
      const { port } = await startNode()
      const { id, uploadHref } = await startUpload(200_010)
      const first = await patch(port, uploadHref, 0, 200_010)
      first.write('x'.repeat(200_000))
      await untilStaged(id, 200_000)
      first.destroy()
      await untilFree(id)
      expect((await sendChunk(server, 'alice', uploadHref, 200_000, '0123456789')).status).toBe(204)
    })

    it('can break after the last byte: the upload is complete', async () => {
      const { port } = await startNode()
      const { id, uploadHref } = await startUpload(10)
      const first = await patch(port, uploadHref, 0, 20)
      first.write('0123')
      await untilStaged(id, 4)
      first.write('456789', () => first.destroy())
      const uploadOffset = async () =>
        (await server.as('alice').send('HEAD', uploadHref, { skipsOpenApiCheck: true, headers: buildTusHeaders() }))
          .headers['upload-offset']
      await expect.poll(uploadOffset).toBe('10')
      await untilFree(id)
      expect((await sendChunk(server, 'alice', uploadHref, 10, '')).status).toBe(204)
    })

    it('is closed after the idle timeout, and the received bytes are kept', async () => {
      const { port } = await startNode({ idle: 150 })
      const { id, uploadHref } = await startUpload(10)
      const socket = await patch(port, uploadHref, 0, 10)
      socket.write('abc')
      await once(socket, 'close')
      await untilFree(id)
      expect(await readStagedSize(server, id)).toBe(3)
    })

    it('can be slow as long as bytes arrive, while other routes have a limit for the whole body', async () => {
      const { port } = await startNode({ idle: 10_000, body: 200, headers: 200 })
      const { uploadHref } = await startUpload(10)
      const socket = await patch(port, uploadHref, 0, 10)
      const response = new Promise((resolve) => socket.once('data', resolve))
      for (const letter of 'abcdefghij') {
        socket.write(letter)
        await sleep(60)
      }
      expect(String(await response)).toMatch(/^HTTP\/1\.1 204 /)
      socket.destroy()
    })

    it.each([
      ['body of a route', ['POST /api/tokens HTTP/1.1', 'host: x', 'content-length: 100']],
      ['body of a route, in pieces', ['POST /api/tokens HTTP/1.1', 'host: x', 'transfer-encoding: chunked']],
      ['body for an unknown API route', ['POST /api/nowhere HTTP/1.1', 'host: x', 'content-length: 100']],
      ['body for an unknown route', ['POST /nowhere HTTP/1.1', 'host: x', 'content-length: 100']],
      ['body that is rejected immediately', ['POST /api/tokens HTTP/1.1', 'host: x', 'content-length: 100000000']],
    ])('is closed with a slow %s', async (_, lines) => {
      const { port } = await startNode({ body: 150 })
      const socket = await openConnection(port, ...lines)
      expect(await sendSlowly(socket, lines.at(-1)?.startsWith('t') ? '1\r\n \r\n' : ' ')).toMatch(closedPattern)
    })

    it('is closed with slow headers and without headers', async () => {
      const { port } = await startNode({ headers: 200 })
      const slow = await openConnection(port)
      const silent = await openConnection(port)
      const response = text(silent)
      expect(await sendSlowly(slow, 'x: y\r\n', 'GET /health HTTP/1.1\r\n')).toMatch(closedPattern)
      expect(await response).toMatch(
        /^HTTP\/1\.1 408 .*\{"error":\{"code":408,"message":"Request Timeout: [^"]+"\}\}$/s,
      )
    })

    it('is closed when the headers are too long', async () => {
      const { port } = await startNode()
      const socket = await openConnection(port, 'GET /health HTTP/1.1', 'host: x', `x: ${'y'.repeat(20_000)}`)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /)
    })

    it.each([
      [409, { 'upload-offset': '5' }],
      [415, { 'content-type': 'text/plain' }],
      [400, { 'upload-offset': 'x' }],
      [412, { 'tus-resumable': '0' }],
    ])('receives %i before its body was sent, and is closed', async (status, headers) => {
      const { port } = await startNode({ drain: 100 })
      const { uploadHref } = await startUpload(50_000_000)
      const gigabytes = 4_000_000_000
      const socket = await patch(port, uploadHref, 0, gigabytes, headers)
      const response = text(socket)
      const piece = Buffer.alloc(1_048_576)
      const closed = once(socket, 'close')
      while (socket.writable && socket.bytesWritten < gigabytes) {
        if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
      }
      expect(await response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close`, 'is'))
      // A part of it is in buffers of the system.
      expect(socket.bytesWritten - socket.writableLength).toBeLessThan(30_000_000)
    })

    it('receives the response while the client is still sending', async () => {
      const { app, port } = await startNode({ drain: 60_000 })
      const { uploadHref } = await startUpload(50_000_000)
      const piece = new Uint8Array(65_536)
      const endless = new ReadableStream({ pull: (controller) => controller.enqueue(piece) })
      const response = await fetch(`http://127.0.0.1:${port}${uploadHref}`, {
        method: 'PATCH',
        headers: { ...server.credentials('alice'), ...buildOffsetHeaders(5) },
        body: endless,
        duplex: 'half',
      } as RequestInit)
      expect(response.status).toBe(409)
      // A node that stops would wait for the endless request.
      app.server.closeAllConnections()
    })

    it('receives the new offset when it sends more than the upload length', async () => {
      const { port } = await startNode({ drain: 100 })
      const { uploadHref } = await startUpload(10)
      const socket = await patch(port, uploadHref, 0, 30_000_000)
      const response = text(socket)
      socket.write(Buffer.alloc(3_000_000, 'y'))
      expect(await response).toMatch(/^HTTP\/1\.1 204 .*upload-offset: 10\r\n/is)
    })

    it.each([
      [0, /^HTTP\/1\.1 100 Continue\r\n\r\n$/],
      [7, /^HTTP\/1\.1 409 /],
    ])('with Expect: 100-continue receives the final decision at offset %i', async (offset, expected) => {
      const { port } = await startNode({ drain: 50 })
      const { uploadHref } = await startUpload(10)
      const socket = await patch(port, uploadHref, offset, 10, { expect: '100-continue' })
      const [first] = await once(socket, 'data')
      expect(String(first)).toMatch(expected)
      if (offset === 0) {
        const second = once(socket, 'data')
        socket.write('0123456789')
        expect(String((await second)[0])).toMatch(/^HTTP\/1\.1 204 /)
      }
      socket.destroy()
    })

    it('with Expect: 100-continue works for other routes too', async () => {
      const { port } = await startNode()
      const body = '{"username":"unknown","password":"x"}'
      const socket = await openConnection(
        port,
        'POST /api/tokens HTTP/1.1',
        ...linesOf({ host: 'x', expect: '100-continue', 'content-length': String(body.length) }),
      )
      expect(String((await once(socket, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n')
      socket.write(body)
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 /)
      socket.destroy()
    })

    it('is ended by a server that stops, which keeps the received bytes and releases the lock', async () => {
      const { app, port } = await startNode()
      const { id, uploadHref } = await startUpload(100_000)
      const socket = await patch(port, uploadHref, 0, 100_000)
      socket.write('x'.repeat(50_000))
      await untilStaged(id, 50_000)
      await app.close()
      expect(await holderOf(id)).toBeNull()
      expect(await readStagedSize(server, id)).toBe(50_000)
    })

    it('stops writing when another node holds the lock', async () => {
      const { port } = await startNode()
      const { id, uploadHref } = await startUpload(10)
      const socket = await patch(port, uploadHref, 0, 10)
      socket.write('abcd')
      await untilStaged(id, 4)
      const now = server.world.clock.now()
      vi.spyOn(server.world.clock, 'now').mockImplementation(() => now + 31)
      expect((await sendChunk(server, 'alice', uploadHref, 4, 'EF')).status).toBe(204)
      const lock = { lock_token: 'another node', lock_until: now + 61 }
      await server.world.db.write((tx) => tx.updateTable('upload').set(lock).where('id', '=', id).execute())
      const response = once(socket, 'data')
      socket.write('efghij')
      expect(String((await response)[0])).toMatch(/^HTTP\/1\.1 423 /)
      socket.destroy()
      expect(await readStagedSize(server, id)).toBe(6)
      expect(await holderOf(id)).toBe('another node')
    })

    it('renews the lock while bytes arrive, and acquires it again after a pause', async () => {
      const { port } = await startNode()
      const { id, uploadHref } = await startUpload(10)
      const from = server.world.clock.now()
      let later = 0
      vi.spyOn(server.world.clock, 'now').mockImplementation(() => from + later)
      const socket = await patch(port, uploadHref, 0, 10)
      const response = once(socket, 'data')
      const bytes = 'abcdefghij'
      for (const [i, letter] of [...bytes].entries()) {
        later = i * 11
        socket.write(letter)
        if (i < 9) await untilStaged(id, i + 1)
        if (i < 9) expect((await sendChunk(server, 'alice', uploadHref, i + 1, 'X')).status).toBe(423)
      }
      expect(String((await response)[0])).toMatch(/^HTTP\/1\.1 204 /)
      socket.destroy()
    })

    it('completes the request when the file store is unavailable, and a job does the rest', async () => {
      const { id, uploadHref } = await startUpload(6)
      vi.spyOn(server.world.files, 'adopt').mockRejectedValueOnce(new Refusal('unavailable'))
      const response = await sendChunk(server, 'alice', uploadHref, 0, 'abcdef')
      expect([response.status, response.headers['upload-offset']]).toEqual([204, '6'])
      const stateOf = async () =>
        (await server.world.db.read.selectFrom('file').select('status').where('id', '=', id).executeTakeFirst())?.status
      expect(await stateOf()).toBe('pending')
      expect(await readStagedSize(server, id)).toBe(6)
      await runJobs(server.world, { later: 700 })
      expect(await stateOf()).toBe('complete')
      expect(await readStagedSize(server, id)).toBe(0)
    })
  })
})
