import { randomBytes } from 'node:crypto'
import {
  chown,
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { resolvePackagePath } from '../../kit/system/package-path.ts'
import { isOwnerProcessDead, readProcessIdentity } from '../../kit/system/process-identity.ts'
import { type Account, getPathForAccount } from '../programs/account.ts'
import { type Hook, hooks, hookVariables } from './install.ts'

/** Call of a hook that waits for the verdict of this server. */
export interface HookCall {
  readonly hook: Hook
  /** Path of the repository, then the other arguments of the hook. */
  readonly parameters: readonly string[]
  /** Standard input of the hook. */
  readonly input: string
}

/** Returns the reason to refuse; null accepts. */
export type HookAnswer = (call: HookCall) => Promise<string | null>

export interface ListeningHooks {
  /** For `SVNHooksEnv` of Apache, by the path that the account of the repositories uses. */
  readonly environmentFile: string
  /** Environment variables of hooks. */
  readonly environment: Readonly<Record<string, string>>
  /** Answers the calls that hooks announce on the other end of this stream (`callDescriptor`). */
  answerCallsOf(announcements: NodeJS.ReadableStream): void
  /** Resolves when all calls have been answered. */
  stop(): Promise<void>
}

interface ListenOptions {
  readonly dataDirectory: string
  readonly account: Account | null
  readonly log: ErrorLog
  readonly answer: HookAnswer
}

export interface ErrorLog {
  error(details: { readonly err: unknown }, message: string): void
}

/** Descriptor on which a hook announces its call (client.sh). */
export const callDescriptor = 4

const maxCallBytes = 64 * 1024
const maxInputBytes = 1024 ** 2
/** Atomic write size of pipes. */
const maxAnswerBytes = 48 * 1024
const maxOpenMs = 10_000

/**
 * Answers hooks (client.sh) through files in a directory that only the account of the repositories can access
 * (docs/decisions/0034-run-apache-behind-the-server.md); all calls from there are trusted.
 */
export async function listenToHooks({ dataDirectory, account, log, answer }: ListenOptions): Promise<ListeningHooks> {
  const directory = join(dataDirectory, 'svn', 'hooks', randomBytes(4).toString('hex'))
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(join(directory, markFile), await readProcessIdentity())
  await removeLeftovers(dirname(directory))
  const [client, environmentFile] = [join(directory, 'client.sh'), join(directory, 'environment')]
  await copyFile(resolvePackagePath('src/subversion/hooks/client.sh'), client)
  const environment = {
    [hookVariables.shell]: '/bin/sh',
    [hookVariables.client]: getPathForAccount(account, client),
    [hookVariables.calls]: getPathForAccount(account, directory),
  }
  await writeFile(environmentFile, renderEnvironmentFile(environment), { mode: 0o600 })
  if (account !== null)
    for (const path of [client, environmentFile, directory]) await chown(path, account.uid, account.gid)
  const pending = new Set<Promise<void>>()
  return {
    environmentFile: getPathForAccount(account, environmentFile),
    environment,
    answerCallsOf(announcements) {
      announcements.on('error', () => undefined)
      createInterface({ input: announcements }).on('line', (line) => {
        const answered = answerCall(directory, line, answer)
          .catch((problem: unknown) => log.error({ err: problem }, 'a hook call failed'))
          .finally(() => pending.delete(answered))
        pending.add(answered)
      })
    },
    async stop() {
      while (pending.size > 0) await Promise.all(pending)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const markFile = 'process'

/** Removes the directories of killed servers. */
async function removeLeftovers(directories: string): Promise<void> {
  for (const name of await readdir(directories)) {
    const mark = await readFile(join(directories, name, markFile), 'utf8').catch(() => undefined)
    if (mark !== undefined && (await isOwnerProcessDead(mark)))
      await rm(join(directories, name), { recursive: true, force: true })
  }
}

/** The format of Subversion's configuration files. */
const renderEnvironmentFile = (environment: Readonly<Record<string, string>>): string =>
  `[default]\n${Object.entries(environment)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`

/** A hook whose call fails reads an end of file instead of a verdict, and rejects. */
async function answerCall(directory: string, id: string, answer: HookAnswer): Promise<void> {
  if (!/^\d{1,10}$/.test(id)) throw new Error(`Invalid call id: ${JSON.stringify(id.slice(0, 100))}`)
  const file = join(directory, id)
  const opened = openPipe(file)
  opened.catch(() => undefined)
  try {
    const call = await readCall(file)
    const refusal = call === undefined ? 'Unknown hook' : await answer(call)
    await writeAnswer(await opened, refusal === null ? 'accepted\n' : `refused\n${refusal}\n`)
  } finally {
    await opened.then(
      (pipe) => pipe.close(),
      () => undefined,
    )
    for (const each of [file, `${file}.call`, `${file}.input`]) await rm(each, { force: true })
  }
}

async function writeAnswer(pipe: FileHandle, text: string): Promise<void> {
  try {
    await pipe.write(Buffer.from(text).subarray(0, maxAnswerBytes))
  } catch (problem) {
    // The hook was killed; its commit is refused anyway.
    if (!(problem instanceof Error && 'code' in problem && problem.code === 'EPIPE')) throw problem
  }
}

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Opens the pipe for the verdict; possible only after the hook has opened its end, shortly after its call. */
async function openPipe(file: string): Promise<FileHandle> {
  for (const [end, pause] = [Date.now() + maxOpenMs, 1]; ; await wait(pause)) {
    try {
      const pipe = await open(file, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
      if ((await pipe.stat()).isFIFO()) return pipe
      await pipe.close()
      throw new Error('The verdict file of a hook is not a pipe')
    } catch (problem) {
      const isEarly = problem instanceof Error && 'code' in problem && problem.code === 'ENXIO'
      if (!isEarly || Date.now() > end) throw problem
    }
  }
}

async function readCall(file: string): Promise<HookCall | undefined> {
  const [name, ...parameters] = (await readLimited(`${file}.call`, maxCallBytes)).replace(/\0$/, '').split('\0')
  const hook = hooks.find((each) => each === name)
  if (hook === undefined) return undefined
  return {
    hook,
    parameters,
    input: hook === 'pre-revprop-change' ? await readLimited(`${file}.input`, maxInputBytes) : '',
  }
}

/** The directory belongs to another account: only regular files are read, and links are not followed. */
async function readLimited(file: string, maxBytes: number): Promise<string> {
  const handle = await open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > maxBytes) throw new Error('The call of a hook is too large')
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
