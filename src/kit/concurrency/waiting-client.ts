import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

/** The client of a request. */
interface Client {
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
  /** IP address. */
  readonly address: string
}

interface WaitingClient extends Client {
  readonly since: number
}

const clients = new AsyncLocalStorage<WaitingClient>()

/**
 * Runs work for a client that waits for its result. Once its signal is aborted, transactions of the work (`db.write`)
 * throw the reason instead of being carried out.
 */
export const runForClient = <T>(client: Client, work: () => Promise<T>): Promise<T> =>
  clients.run({ ...client, since: performance.now() }, work)

/** Returns the IP address of the client of the current work; null: there is none. */
export const getClientAddress = (): string | null => clients.getStore()?.address ?? null

/** Throws if the client of the current work has left; call at the beginning of a transaction, which may have waited. */
export const assertClientWaits = (): void => clients.getStore()?.signal.throwIfAborted()

/** Work that takes longer than this has waited: for the database, for a lock, or because the process was stopped. */
const longMs = 1000
/** Turns of the event loop after which it has noticed every connection that was closed before. */
const turns = 3

/**
 * Throws if the client of the current work has left; call before a commit. A process that was stopped for a while reads
 * the responses of the database and the ends of connections at once, in any order.
 */
export async function assertClientWaitsForCommit(): Promise<void> {
  const client = clients.getStore()
  if (client === undefined) return
  if (performance.now() - client.since > longMs) for (let turn = 0; turn < turns; turn++) await setImmediate()
  client.signal.throwIfAborted()
}
