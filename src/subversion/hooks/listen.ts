import { randomBytes } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { inCheckout } from '../../kit/place.ts'
import { isMakerGone, processMark } from '../../kit/process-mark.ts'
import type { Account } from '../account.ts'
import { type Hook, hooks, hookVariables } from './install.ts'

/** What a hook asks. */
export interface HookCall {
  readonly hook: Hook
  /** Path of the repository first, then what the hook is given. */
  readonly parameters: readonly string[]
  /** Of its standard input. */
  readonly input: string
}

/** What is said to the client; null: it may go on. */
export type HookAnswer = (call: HookCall) => Promise<string | null>

export interface ListeningHooks {
  /** For `SVNHooksEnv` of Apache: where hooks find us. */
  readonly environmentFile: string
  stop(): Promise<void>
}

interface Options {
  readonly dataFolder: string
  readonly account: Account | null
  readonly log: Logger
  readonly answer: HookAnswer
}

/** Longer paths cannot be listened on. */
const longestPath = 100
const longestInput = 1024 ** 2

/**
 * Listens for hooks on a socket that nobody but whom the repositories belong to gets at (contract 40 §3.2): whoever
 * reaches it is believed.
 */
export async function listenToHooks({ dataFolder, account, log, answer }: Options): Promise<ListeningHooks> {
  const folder = await ownFolder(dataFolder)
  const [client, socket, environmentFile] = ['client.mjs', 'socket', 'environment'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await copyFile(inCheckout('src/subversion/hooks/client.mjs'), client)
  await writeFile(environmentFile, environmentOf(client, socket), { mode: 0o600 })
  const server = createServer((request, response) => {
    reply(request, response, answer).catch((problem: unknown) => {
      log.error({ err: problem }, 'a hook of a repository was not answered')
      response.destroy()
    })
  })
  // A post-commit of a large commit may take its time, and so may one that waits for the database.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve))
  await chmod(socket, 0o600)
  if (account !== null)
    for (const path of [client, environmentFile, socket, folder]) await chown(path, account.uid, account.gid)
  return {
    environmentFile,
    async stop() {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeIdleConnections()
      })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Below the data folder, unless no socket can have so long a path. */
async function ownFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'svn', 'hooks', randomBytes(4).toString('hex'))
  if (Buffer.byteLength(join(folder, 'socket')) > longestPath) return mkdtemp(join(tmpdir(), 'tulipwood-hooks-'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, markFile), await processMark())
  await removeLeftovers(dirname(folder))
  return folder
}

const markFile = 'process'

/** What servers left that did not end by themselves. */
async function removeLeftovers(folders: string): Promise<void> {
  for (const name of await readdir(folders)) {
    const mark = await readFile(join(folders, name, markFile), 'utf8').catch(() => undefined)
    if (mark !== undefined && (await isMakerGone(mark))) await rm(join(folders, name), { recursive: true, force: true })
  }
}

/** The format of Subversion's configuration files. */
const environmentOf = (client: string, socket: string): string =>
  `[default]\n${[
    [hookVariables.node, process.execPath],
    [hookVariables.client, client],
    [hookVariables.socket, socket],
  ]
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`

async function reply(request: IncomingMessage, response: ServerResponse, answer: HookAnswer): Promise<void> {
  const call = callIn(await textOf(request))
  const refusal = call === undefined ? 'The server does not know this hook' : await answer(call)
  response.writeHead(refusal === null ? 200 : 403, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(refusal ?? '')
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > longestInput) throw new Error('A hook sends too much')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function callIn(text: string): HookCall | undefined {
  const { hook, parameters, input } = JSON.parse(text)
  const known = hooks.find((each) => each === hook)
  const isCall = Array.isArray(parameters) && parameters.every((each) => typeof each === 'string')
  return known === undefined || !isCall || typeof input !== 'string' ? undefined : { hook: known, parameters, input }
}
