import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { sweepRepositories } from '../../src/subversion/commands/sweep-repositories.ts'
import { aProject } from '../kit/projects.ts'
import { aRepository, useSubversion } from '../kit/repositories.ts'
import { aServer, onEachDatabase } from '../kit/server.ts'

describe.skipIf(inject('subversion') === null)('folders of repositories that no row speaks of', () => {
  onEachDatabase((dialect) => {
    const server = aServer(dialect)

    it('are removed a day after they were made, and no others', async () => {
      const project = await aProject(server, { shortName: 'pumps', members: ['admin'] })
      await useSubversion(server, project)
      await aRepository(server, project, 'main')
      const { world } = server
      const repositories = path.join(world.config.dataFolder, 'svn/repositories')
      const [main] = await readdir(repositories)
      const { folder } = await world.repositories.create({ author: 'admin', layout: [] })
      await sweepRepositories(world)
      expect((await readdir(repositories)).sort()).toEqual([main, folder].sort())
      const tomorrow = { now: () => world.clock.now() + 86_500 }
      await sweepRepositories({ ...world, clock: tomorrow })
      expect(await readdir(repositories)).toEqual([main])
    })
  })
})
