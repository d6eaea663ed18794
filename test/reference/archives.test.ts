import { describe, expect, it } from 'vitest'
import { aServer, onEachDatabase } from '../kit/server.ts'
import { importSampleArchives } from './golden-state.ts'

onEachDatabase((dialect) => describe('the sample archives', () => {
  const server = aServer(dialect)
  it('import', async () => {
    const reports = await importSampleArchives(server.world)
    console.log(JSON.stringify(reports, null, 1))
    expect(Object.keys(reports)).toHaveLength(8)
  })
}))
