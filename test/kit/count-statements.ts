import pg from 'pg'
import { vi } from 'vitest'

interface StatementCount {
  /** texts in the order sent */
  readonly statements: readonly string[]
  /**
   * Responses of PostgreSQL that were waited for one after the other. Statements sent before the response to an earlier
   * one count once, together.
   */
  readonly roundTrips: number
}

/**
 * Counts what one piece of work sends to PostgreSQL. Responses are held until every statement that is on its way has
 * one, as over a network whose delay is much longer than any statement, so the count does not depend on speed.
 */
export async function countPostgresStatements(work: () => Promise<unknown>): Promise<StatementCount> {
  const statements: string[] = []
  const releases: (() => void)[] = []
  let onTheWay = 0
  let roundTrips = 0
  const send: (...args: unknown[]) => unknown = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query] = args
    const response = Reflect.apply(send, this, args)
    // Statements of the pool itself end with a callback.
    if (!(response instanceof Promise)) return response
    statements.push(typeof query === 'string' ? query : (query as { readonly text: string }).text)
    onTheWay++
    return response.finally(async () => {
      onTheWay--
      await new Promise<void>((resolve) => {
        releases.push(resolve)
        releaseWhenAllArrived()
      })
    })
  } as typeof pg.Client.prototype.query)

  function releaseWhenAllArrived(): void {
    if (onTheWay > 0) return
    // What was started in the same turn of the event loop is sent together.
    setImmediate(() => {
      if (onTheWay > 0 || releases.length === 0) return
      roundTrips++
      for (const release of releases.splice(0)) release()
    })
  }

  try {
    await work()
    return { statements, roundTrips }
  } finally {
    spy.mockRestore()
  }
}
