import pg from 'pg'
import { splitHosts } from '../../kit/text/split-hosts.ts'

/** The servers of a URL, one of which new connections use. */
export interface PostgresHosts {
  /** URL of the server that new connections use. */
  readonly url: string
  readonly count: number
  /** Chooses the first server that `check` accepts; throws the error of the first one if there is none. */
  locate(): Promise<void>
  /** Client of a pool: connects to the chosen server. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client
}

/** `check` resolves for the URL of a server that may be used; it must have a time limit of its own. */
export function createHosts(url: string, check: (url: string) => Promise<unknown>): PostgresHosts {
  const urls = splitHosts(url)
  let current = urls[0] ?? url

  async function locate(): Promise<void> {
    // All at once: a host that is gone does not answer at all.
    const checks = urls.map(async (each) => {
      await check(each)
      return each
    })
    try {
      current = await Promise.any(checks)
    } catch (problem) {
      throw problem instanceof AggregateError ? (problem.errors[0] ?? problem) : problem
    }
  }

  return {
    get url() {
      return current
    },
    count: urls.length,
    locate,
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const limit = urls.length === 1 ? {} : { connectionTimeoutMillis: maxConnectMs }
        super({ ...config, ...limit, connectionString: current })
      }
    },
  }
}

/** With several servers: the next one may answer. */
const maxConnectMs = 5000
