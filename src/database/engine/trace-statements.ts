import { inSpan, nameError, type SpanOptions, type Tracing } from '../../kit/tracing/tracing.ts'
import type { Connection, Dialect, Engine } from './engine.ts'

const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/** Runs a transaction of a request or job in a span; other work, such as looking for jobs, has no trace. */
export const traceTransaction = <T>(
  tracing: Tracing | null,
  dialect: Dialect,
  name: 'transaction' | 'snapshot',
  work: () => Promise<T>,
): Promise<T> =>
  tracing?.isInSpan()
    ? inSpan(tracing, { name, kind: 'internal', attributes: { 'db.system.name': systems[dialect] } }, work)
    : work()

/** Records the statements of requests and jobs as spans. */
export function traceStatements(engine: Engine, tracing: Tracing): Engine {
  const trace = (connection: Connection) => traceConnection(connection, engine.dialect, tracing)
  return {
    dialect: engine.dialect,
    read: trace(engine.read),
    quickRead: trace(engine.quickRead),
    longRead: trace(engine.longRead),
    exportRead: trace(engine.exportRead),
    write: (work) => engine.write((connection) => work(trace(connection))),
    snapshot: (work) => engine.snapshot((connection) => work(trace(connection))),
    migrate: (work) => engine.migrate(work),
    isReachable: () => engine.isReachable(),
    statistics: () => engine.statistics(),
    close: () => engine.close(),
  }
}

function traceConnection(connection: Connection, dialect: Dialect, tracing: Tracing): Connection {
  const { send } = connection
  const trace = <T>(sql: string, run: () => T | Promise<T>): T | Promise<T> => {
    if (!tracing.isInSpan()) return run()
    const span = tracing.startSpan(describeStatement(sql, dialect))
    const fail = (problem: unknown): never => {
      span.end({ error: nameError(problem) })
      throw problem
    }
    try {
      const result = run()
      if (!(result instanceof Promise)) {
        span.end()
        return result
      }
      return result.then((value) => {
        span.end()
        return value
      }, fail)
    } catch (problem) {
      return fail(problem)
    }
  }
  return {
    execute: (sql, parameters) => trace(sql, () => connection.execute(sql, parameters)),
    ...(send === undefined
      ? {}
      : { send: async (sql, parameters) => trace(sql, () => send.call(connection, sql, parameters)) }),
  }
}

const maxTextLength = 2000

/** Describes a statement without values: most are parameters, others are removed from the text. */
function describeStatement(sql: string, dialect: Dialect): SpanOptions {
  const text = sql.replaceAll(/'(?:[^']|'')*'/g, '?').replaceAll(/(?<![$\w"])\d+(?:\.\d+)?\b/g, '?')
  const first = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  // A statement that changes several tables begins with its first change.
  const operation =
    first === 'WITH' ? (/\b(insert|update|delete)\b/i.exec(text)?.[1]?.toUpperCase() ?? 'SELECT') : first
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1]
  const summary = table === undefined ? operation : `${operation} ${table}`
  return {
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': systems[dialect],
      'db.operation.name': operation,
      'db.query.summary': summary,
      'db.query.text': text.slice(0, maxTextLength),
    },
  }
}
