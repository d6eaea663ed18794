import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createBackup } from '../../src/app/backup/create-backup.ts'
import { createApp } from '../../src/app/start/assemble.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { restoreBackup } from '../../src/cli/backup/restore-backup.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { loadActiveRepositories } from '../../src/subversion/store/repositories.ts'
import type { World } from '../../src/world/model/world.ts'
import { createProjectFixture } from '../kit/project-fixture.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { createServer } from '../kit/server.ts'
import { createSvnClient, createWorkingDirectory } from '../kit/svn-client.ts'

const password = 'plenty of apples'
const tools = { log: pino({ level: 'silent' }), progress: { step() {}, end() {} } }

describe.skipIf(inject('subversion') === null)('a backup with repositories', () => {
  const server = createServer('sqlite')
  let scratch = ''
  let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
  let project = 0 as ProjectId
  let restored: World

  beforeAll(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'tulipwood-svn-backup-'))
    workingDirectory = await createWorkingDirectory()
    await server.createUser('Amy', { password })
    const amy = server.idOf('Amy')
    project = (
      await createProjectFixture(server, 'pumps', {
        access: 'private',
        members: [amy],
        administrators: [amy],
        trackers: () => [],
      })
    ).projectId
    await enableSubversion(server, project)
    const settings = { layout: ['trunk'], access_file: '[/secret]\n* =' }
    for (const name of ['main', 'gone'])
      expect((await server.as('Amy').post('svn', { project_id: project, name, settings })).status).toBe(201)
    const origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const client = createSvnClient(workingDirectory.directory, 'Amy', password)
    for (const message of ['first', 'second'])
      await client.run('mkdir', '-q', '-m', message, `${origin}/svnplugin/pumps/main/trunk/${message}`)
  })
  afterAll(async () => {
    await restored?.db.close()
    await workingDirectory?.remove()
    await rm(scratch, { recursive: true, force: true })
  })

  it('restores them with their commits, and clients find their working copies', async () => {
    const directory = path.join(scratch, 'backup')
    const manifest = await createBackup({ ...tools, config: server.world.config, directory, hasRepositories: true })
    expect(manifest).toMatchObject({ repositories: 2 })
    const config = { ...server.world.config, dataDirectory: path.join(scratch, 'restored') }
    await restoreBackup({ ...tools, config, directory })
    restored = await openWorld(config, { log: tools.log })
    const rows = await loadActiveRepositories(restored.db.read, [project])
    expect(rows).toEqual(await loadActiveRepositories(server.world.db.read, [project]))
    const uuidOf = (world: World, name: string | null) => world.repositories.look(name ?? '', ['uuid'])
    for (const each of rows)
      expect(await uuidOf(restored, each.directory)).toEqual(await uuidOf(server.world, each.directory))

    const app = await createApp(restored)
    try {
      const origin = await app.listen({ host: '127.0.0.1', port: 0 })
      const client = createSvnClient(workingDirectory.directory, 'Amy', password)
      const url = `${origin}/svnplugin/pumps/main`
      expect((await client.run('log', '-q', url)).match(/^r\d+/gm)).toEqual(['r3', 'r2', 'r1'])
      await client.run('mkdir', '-q', '-m', 'third', `${url}/trunk/third`)
      await expect(client.run('mkdir', '-q', '-m', 'hidden', `${url}/secret`)).rejects.toThrow()
    } finally {
      await app.close()
    }
  })
})
