import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { sweepRepositories } from '../../src/subversion/commands/sweep-repositories.ts'
import { insertProject } from '../kit/project.ts'
import { createRepository, enableSubversion } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

describe.skipIf(inject('subversion') === null)('repository directories without a row', () => {
  onEachDatabase((dialect) => {
    const server = createServer(dialect)

    it('are removed a day after their creation, and no others', async () => {
      const project = await insertProject(server, { shortName: 'pumps', members: ['admin'] })
      await enableSubversion(server, project)
      await createRepository(server, project, 'main')
      const { world } = server
      const repositories = path.join(world.config.dataDirectory, 'svn/repositories')
      const [main] = await readdir(repositories)
      const { directory } = await world.repositories.create({ author: 'admin', layout: [] })
      await sweepRepositories(world)
      expect((await readdir(repositories)).sort()).toEqual([main, directory].sort())
      const tomorrow = { now: () => world.clock.now() + 86_500 }
      await sweepRepositories({ ...world, clock: tomorrow })
      expect(await readdir(repositories)).toEqual([main])
    })
  })
})
