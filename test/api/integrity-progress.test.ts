import { expect, it } from 'vitest'
import { checkArtifactIntegrity } from '../../src/artifacts/reads/check-integrity.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createWriteFixture } from './writes/write-fixture.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)

  it('the check of all artifacts reports after each batch how many of how many it has checked', async () => {
    const { shop } = await createWriteFixture(server)
    const changes = [{ values: { title: 'Plank' } }]
    await shop.createArtifacts(...Array.from({ length: 250 }, () => ({ tracker: 'task', changes })))
    const { count } = await server.world.db.read
      .selectFrom('artifact')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const total = Number(count)
    const steps: number[][] = []
    const problems = checkArtifactIntegrity(server.world.db, (...step) => steps.push(step))
    expect(await Array.fromAsync(problems)).toEqual([])
    expect(steps).toEqual([
      [200, total],
      [total, total],
    ])
  })
})
