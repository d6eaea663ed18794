import pg from 'pg'
import { vi } from 'vitest'

/** Returns how many transactions of this process PostgreSQL rolled back during some work because of a deadlock. */
export async function countDeadlocks(work: () => Promise<unknown>): Promise<number> {
  let deadlocks = 0
  const send: (...args: unknown[]) => unknown = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const response = Reflect.apply(send, this, args)
    if (response instanceof Promise)
      response.catch((error: { readonly code?: string }) => {
        if (error.code === '40P01') deadlocks++
      })
    return response
  } as typeof pg.Client.prototype.query)
  try {
    await work()
    return deadlocks
  } finally {
    spy.mockRestore()
  }
}
