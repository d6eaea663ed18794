// Chromium over the DevTools protocol without the Runtime domain, which Playwright enables for every page. With it, the
// browser takes a stack trace of each `new Error`, and compiles the scripts of the trace a second time for its positions.
// react-dom creates five when it is loaded; that made the first view of a page up to 300 ms longer than without tools.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Cookie } from 'playwright-core'
import { createRequestLog } from '../test/kit/track-requests.ts'

/** Of an event of the DevTools protocol. */
type Listener = (method: string, params: unknown) => void

export interface BareChromium {
  /** A page in a context of its own. */
  openPage(cookies: readonly Cookie[]): Promise<BarePage>
  close(): Promise<void>
}

export interface BarePage {
  /** A command of the DevTools protocol. */
  send<Result>(method: string, params?: object): Promise<Result>
  /** Opens an address and waits until none of its requests has been pending for half a second; returns their number. */
  open(url: string): Promise<number>
  /** The value of an expression, which may be a promise. */
  evaluate<Value>(expression: string): Promise<Value>
  close(): Promise<void>
}

export async function launchBareChromium(executable: string, options: readonly string[]): Promise<BareChromium> {
  const profile = await mkdtemp(path.join(tmpdir(), 'tulipwood-chromium-'))
  const browser = spawn(
    executable,
    ['--headless', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...options],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = new Promise((resolve) => void browser.once('exit', resolve))
  const connection = await connect(await readEndpoint(browser.stderr))
  return {
    openPage: (cookies) => openPage(connection, cookies),
    async close() {
      browser.kill('SIGKILL')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Chromium writes it to its error output once it listens. */
async function readEndpoint(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const endpoint = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
    if (endpoint !== undefined) return endpoint
  }
  throw new Error(`Chromium did not start: ${text}`)
}

interface Connection {
  send<Result>(method: string, params?: object, sessionId?: string): Promise<Result>
  listen(sessionId: string, listener: Listener): void
}

async function connect(endpoint: string): Promise<Connection> {
  const socket = new WebSocket(endpoint)
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, Listener>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) return listeners.get(message.sessionId ?? '')?.(message.method, message.params)
    const command = pending.get(message.id)
    pending.delete(message.id)
    if (message.error === undefined) command?.resolve(message.result)
    else command?.reject(new Error(message.error.message))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return {
    async send<Result>(method: string, params: object = {}, sessionId?: string) {
      const command = Promise.withResolvers<unknown>()
      last += 1
      pending.set(last, command)
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
      return (await command.promise) as Result
    },
    listen: (sessionId, listener) => void listeners.set(sessionId, listener),
  }
}

type Message =
  | { readonly id: number; readonly result?: unknown; readonly error?: { readonly message: string } }
  | {
      readonly id?: undefined
      readonly sessionId?: string
      readonly method: string
      readonly params: unknown
    }

async function openPage({ send, listen }: Connection, cookies: readonly Cookie[]): Promise<BarePage> {
  const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext')
  const own = cookies.map(({ name, value, domain, path, httpOnly, secure }) => {
    return { name, value, domain, path, httpOnly, secure }
  })
  await send('Storage.setCookies', { browserContextId, cookies: own })
  const target = { url: 'about:blank', browserContextId }
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', target)
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const sendToPage: BarePage['send'] = async (method, params) => send(method, params, sessionId)
  const requests = createRequestLog<string>()
  listen(sessionId, (method, params) => {
    const { requestId, request } = params as RequestEvent
    if (method === 'Network.requestWillBeSent') requests.begin(requestId, request.url)
    else if (/^Network\.loading(?:Finished|Failed)$/.test(method)) requests.end(requestId)
  })
  await sendToPage('Network.enable')
  return {
    send: sendToPage,
    async open(url) {
      await sendToPage('Page.navigate', { url })
      await requests.waitUntilQuiet()
      return requests.count
    },
    async evaluate<Value>(expression: string) {
      const options = { expression, awaitPromise: true, returnByValue: true }
      const { result } = await sendToPage<{ result: { value: Value } }>('Runtime.evaluate', options)
      return result.value
    },
    close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
  }
}

/** Of the domain `Network`. */
interface RequestEvent {
  readonly requestId: string
  /** Of `requestWillBeSent` only. */
  readonly request: { readonly url: string }
}
