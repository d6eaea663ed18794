// Loaded into the server process (`node --import`): measures each iteration of the event loop, in processor time of the
// main thread and in wall time, and each statement that SQLite runs in it, and reports the longest of both to the parent
// process on request.
//
// An immediate runs once in each iteration, so the time between two of them is the longest that another request can
// have waited. Processor time of the thread does not count what other processes took from it; it counts the collection
// of garbage, which a request causes as well.
import process from 'node:process'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

const nothing = () => ({ cpu: 0, wall: 0, statement: { cpu: 0, wall: 0, sql: '' } })
let longest = nothing()

function cpuNow() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Measures each call of a method of the driver; `sqlOf` returns the statement of a call. */
function measureStatements(prototype, method, sqlOf) {
  const original = prototype[method]
  prototype[method] = function (...args) {
    const [cpu, wall] = [cpuNow(), performance.now()]
    try {
      return original.apply(this, args)
    } finally {
      const [cpuTime, wallTime] = [cpuNow() - cpu, performance.now() - wall]
      if (cpuTime > longest.statement.cpu)
        longest.statement = { cpu: cpuTime, wall: wallTime, sql: sqlOf(this, args).slice(0, 2000) }
    }
  }
}

if (isMainThread) {
  for (const method of ['all', 'get', 'run'])
    measureStatements(StatementSync.prototype, method, ({ sourceSQL }) => sourceSQL)
  measureStatements(DatabaseSync.prototype, 'exec', (_, [sql]) => sql)

  let cpu = cpuNow()
  let wall = performance.now()
  const measureIteration = () => {
    const [newCpu, newWall] = [cpuNow(), performance.now()]
    if (newCpu - cpu > longest.cpu) longest.cpu = newCpu - cpu
    if (newWall - wall > longest.wall) longest.wall = newWall - wall
    cpu = newCpu
    wall = newWall
    setImmediate(measureIteration)
  }
  setImmediate(measureIteration)

  process.on('message', (message) => {
    if (message !== 'take') return
    // The current iteration belongs to the report so far.
    setImmediate(() => {
      process.send(longest)
      longest = nothing()
    })
  })
  process.channel?.unref()
}
