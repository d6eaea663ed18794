import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { afterAll, beforeAll } from 'vitest'

// Greets at once. The original waits 100 ms for clients that talk too soon, which was half of the time of these tests.
SMTPConnection.prototype.init = function init() {
  this._setListeners(() => this.connectionReady())
}

export interface Mail {
  readonly to: readonly string[]
  /** As received: headers, an empty line, content. */
  readonly raw: string
  /** Value of a header by lower-case name, unfolded; encoded words stay encoded. */
  header(name: string): string | undefined
  /** The decoded parts. */
  readonly text: string
  readonly html: string
}

/** An SMTP server that accepts mail for all recipients except those that begin with `refused`. */
export interface Mailbox {
  readonly port: number
  /** Returns the mails since the last call, sorted by recipient. */
  take(): Mail[]
  /** Whether it accepts mail. */
  isOpen: boolean
}

export function startMailbox(): Mailbox & { start(): Promise<void> } {
  let received: Mail[] = []
  let port = 0
  const server = new SMTPServer({
    authOptional: true,
    // All credentials are accepted.
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, answer) => answer(null, { user: username ?? '' }),
    // Reverse lookups would need a name server.
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, answer) {
      if (!mailbox.isOpen) return answer(Object.assign(new Error('Later'), { responseCode: 451 }))
      return answer(
        address.startsWith('refused') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null,
      )
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push(read(to, Buffer.concat(chunks).toString('utf8')))
        done()
      })
    },
  })
  const mailbox = {
    get port() {
      return port
    },
    take() {
      const mails = received.toSorted((a, b) => String(a.to).localeCompare(String(b.to)))
      received = []
      return mails
    },
    isOpen: true,
    start: () =>
      new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          port = (server.server.address() as AddressInfo).port
          resolve()
        })
      }),
  }
  beforeAll(() => (port === 0 ? mailbox.start() : undefined))
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  return mailbox
}

function read(to: readonly string[], raw: string): Mail {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const header = (name: string): string | undefined =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      ?.slice(name.length + 1)
      .trim()
  return { to, raw, header, text: partOf(raw, 'text/plain'), html: partOf(raw, 'text/html') }
}

function partOf(raw: string, type: string): string {
  const start = raw.indexOf(`Content-Type: ${type}`)
  const part = raw.slice(start)
  const body = part.slice(part.indexOf('\r\n\r\n') + 4).split('\r\n----')[0] ?? ''
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(part)?.[1]
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') {
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }
  return body
}
