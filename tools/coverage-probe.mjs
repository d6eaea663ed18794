// Loaded into a server by measure-walks.mjs: returns the URLs of the modules of which functions ran since the last message.
import { Session } from 'node:inspector/promises'
import process from 'node:process'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const hasRun = ({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0
  process.send(result.filter(({ functions }) => functions.some(hasRun)).map(({ url }) => url))
})
