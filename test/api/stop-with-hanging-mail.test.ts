import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMailbox } from '../kit/mailbox.ts'
import { onEachDatabase } from '../kit/server.ts'
import { adminPassword, createServerDatabase } from '../kit/server-database.ts'

const admin = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`

onEachDatabase((dialect) => {
  describe('a server whose mail server accepts connections but never responds', () => {
    const mailbox = startMailbox()
    const sockets: Socket[] = []
    let silentMailServer: Server
    let database: Awaited<ReturnType<typeof createServerDatabase>>

    beforeEach(async () => {
      database = await createServerDatabase(dialect, 'furnished')
      silentMailServer = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(
        0,
        '127.0.0.1',
      )
      await once(silentMailServer, 'listening')
    })
    afterEach(async () => {
      for (const socket of sockets) socket.destroy()
      silentMailServer.close()
      await database.remove()
    })

    async function start(mailPort: number) {
      const env = {
        ...database.env,
        TULIPWOOD_PORT: '0',
        TULIPWOOD_ADMIN_PASSWORD: adminPassword,
        TULIPWOOD_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        TULIPWOOD_MAIL_FROM: 'Tracker <tracker@example.com>',
      }
      const child = spawn(process.execPath, ['src/server.ts'], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.on('data', (chunk) => {
        output += chunk
      })
      const ready = /ready at (http:\/\/127\.0\.0\.1:\d+)/
      await expect.poll(() => output, { timeout: 60_000 }).toMatch(ready)
      const stop = async () => {
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        const [code, signal] = await exit
        return { code, signal }
      }
      return { url: ready.exec(output)?.[1] as string, stop, output: () => output }
    }

    it('stops on SIGTERM, and the next server sends the email', async () => {
      const first = await start((silentMailServer.address() as AddressInfo).port)
      const send = (method: string, path: string, body: object) =>
        fetch(`${first.url}/api/${path}`, {
          method,
          headers: { authorization: admin, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      expect((await send('PATCH', 'users/101', { email: 'admin@example.com' })).status).toBe(200)
      expect((await send('POST', 'users/101/password_reset', { by_mail: true })).status).toBe(201)
      await expect.poll(() => sockets.length, { timeout: 30_000 }).toBeGreaterThan(0)
      expect(await first.stop()).toEqual({ code: 0, signal: null })
      expect(first.output()).toContain('jobs interrupted, will run again')

      const second = await start(mailbox.port)
      const received: string[] = []
      await expect
        .poll(() => received.push(...mailbox.take().map(({ text }) => text)) && received.join(), { timeout: 30_000 })
        .toContain('/password-reset#')
      expect(await second.stop()).toEqual({ code: 0, signal: null })
    }, 120_000)
  })
})
