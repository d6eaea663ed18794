// Loaded into the server process (`node --import`): measures each iteration of the event loop, in processor time of the
// main thread and in wall time, and reports the longest to the parent process when it is asked for.
//
// An immediate runs once in each iteration, so the time between two of them is the longest that another request can
// have waited. Processor time of the thread does not count what other processes took from it; it counts the collection
// of garbage, which a request causes as well.
import process from 'node:process'

let longest = { cpu: 0, wall: 0 }
let cpu = cpuNow()
let wall = performance.now()

function cpuNow() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function measureIteration() {
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
  // What this iteration has done so far belongs to the report.
  setImmediate(() => {
    process.send(longest)
    longest = { cpu: 0, wall: 0 }
  })
})
process.channel?.unref()
