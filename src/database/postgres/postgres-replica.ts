import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import { DatabaseLostError, UnknownCommitError } from '../../kit/messages/outage.ts'
import type { Connection } from '../engine/engine.ts'
import type { ReplicaStatistics } from '../engine/statistics.ts'
import {
  executeStatement,
  executeUnnamed,
  getTypeParser,
  isOutdated,
  metAnother,
  withClient,
} from './postgres-client.ts'
import { createHosts } from './postgres-hosts.ts'
import {
  configureSession,
  probeDatabase,
  probeMs,
  type SessionLimits,
  transactionSettings,
} from './postgres-session.ts'
import { runTransaction } from './postgres-transaction.ts'
import { isReplayed, type PrimaryPosition, replayQuery } from './replica-position.ts'

export interface ReplicaOptions {
  readonly url: string
  readonly poolSize: number
  readonly pooling: 'session' | 'transaction'
  readonly limits: SessionLimits
  /** Returns the present position of the primary; undefined: no replica can be compared with it. */
  readonly readPosition: () => Promise<PrimaryPosition | undefined>
}

/** Reads on a streaming replica. */
export interface Replica {
  /**
   * Runs a read that sees everything that was committed before it. Returns undefined if the replica is lost, is behind,
   * or has cancelled the statement: the primary must run it.
   */
  execute(sql: string, parameters: readonly unknown[]): Promise<QueryResult<never> | undefined>
  statistics(): ReplicaStatistics
  close(): Promise<void>
}

/** Time in which a read waits until the replica has replayed what was committed before. */
const maxReplayWaitMs = 200
const replayPollMs = 10
/** Pauses in which the primary runs all reads: after the replica was too far behind, and after it was lost. */
const behindPauseMs = 1000
const lostPauseMs = 5000

export function openReplica({ url, poolSize, pooling, limits, readPosition }: ReplicaOptions): Replica {
  const isSession = pooling === 'session'
  const hosts = createHosts(url, (each) => probeDatabase(each, 'replica'))
  const pool = new pg.Pool({
    // Its type has no parameters, but the pool passes its options.
    Client: hosts.Client as new () => pg.ClientBase,
    max: poolSize,
    pipeline: true,
    keepAlive: true,
    // The primary runs what waits for too long.
    connectionTimeoutMillis: probeMs,
    // A host that is gone must not keep reads that it has begun.
    ...(limits.statementTimeoutMs > 0 && { query_timeout: limits.statementTimeoutMs + probeMs }),
    types: { getTypeParser },
    ...(isSession && { onConnect: (client: pg.ClientBase) => configureSession(client, limits) }),
  })
  pool.on('error', () => {})
  let pausedUntil = 0
  let isLocating = false
  const counts = { replica: 0, primary: 0 }

  function pause(ms: number): void {
    pausedUntil = Math.max(pausedUntil, performance.now() + ms)
  }

  /** Another host may answer after the pause. */
  function noticeLoss(): void {
    pause(lostPauseMs)
    if (isLocating) return
    isLocating = true
    const located = hosts.locate().catch(() => undefined)
    void located.then(() => {
      isLocating = false
    })
  }

  async function waitForReplay(connection: Connection, position: PrimaryPosition): Promise<boolean> {
    const deadline = performance.now() + maxReplayWaitMs
    for (;;) {
      const { rows } = await connection.execute(replayQuery, [position.lsn])
      const state = isReplayed(rows[0], position)
      if (state === 'yes') return true
      if (state === 'never' || performance.now() >= deadline) {
        pause(state === 'never' ? lostPauseMs : behindPauseMs)
        return false
      }
      await sleep(replayPollMs)
    }
  }

  async function executeOn(
    connection: Connection,
    position: PrimaryPosition,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult<never> | undefined> {
    return (await waitForReplay(connection, position)) ? connection.execute(sql, parameters) : undefined
  }

  async function tryExecute(sql: string, parameters: readonly unknown[]): Promise<QueryResult<never> | undefined> {
    if (performance.now() < pausedUntil) return undefined
    const position = await readPosition()
    if (position === undefined) return undefined
    try {
      return await (isSession
        ? withClient(pool, (client) =>
            executeOn({ execute: (text, values) => executeStatement(client, text, values) }, position, sql, parameters),
          )
        : runTransaction(
            pool,
            `begin isolation level read committed read only; ${transactionSettings(limits)}`,
            executeUnnamed,
            (connection) => executeOn(connection, position, sql, parameters),
          ))
    } catch (problem) {
      // A read may be run again anywhere. Every other error would be that of the primary as well.
      if (problem instanceof DatabaseLostError || problem instanceof UnknownCommitError) noticeLoss()
      else if (isBusy(problem)) pause(behindPauseMs)
      else if (!(metAnother(problem) || isOutdated(problem))) throw problem
      return undefined
    }
  }

  return {
    async execute(sql, parameters) {
      const result = await tryExecute(sql, parameters)
      counts[result === undefined ? 'primary' : 'replica']++
      return result
    },
    statistics: () => ({ ...counts }),
    close: () => pool.end(),
  }
}

/** All connections are in use. */
const isBusy = (problem: unknown): boolean =>
  problem instanceof Error && problem.message === 'timeout exceeded when trying to connect'
