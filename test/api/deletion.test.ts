import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { deleteArtifact } from '../../src/artifacts/commands/delete-artifact.ts'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { Settings } from '../../src/site/model/settings.ts'
import { createMember } from '../kit/create-member.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: ProjectFixture

  const setSettings = async (settings: Partial<Settings>): Promise<void> => {
    await changeSettings(server.world, system, settings)
    await server.world.cache.refresh()
  }
  const createArtifact = async (
    title = 'A pear',
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<ArtifactId> => {
    const by = server.idOf('mel')
    const [id] = await fixture.createArtifacts({ tracker: 'pear', changes: [{ by, values: { title, ...values } }] })
    return id as ArtifactId
  }
  const createAdministrator = async (login: string): Promise<string> => {
    await server.createUser(login)
    const project = await server.as('admin').get(`projects/${fixture.projectId}`)
    const group = `${project.body.id}_4`
    const members = await server.as('admin').get(`user_groups/${group}/users`)
    const references = [
      ...members.body.map(({ username }: { username: string }) => ({ username })),
      { username: login },
    ]
    await server.as('admin').put(`user_groups/${group}/users`, { user_references: references })
    return login
  }

  beforeAll(async () => {
    const mel = await server.createUser('mel')
    const ada = await server.createUser('ada')
    await server.createUser('odd')
    await server.createUser('rita', { status: 'R' })
    fixture = await createProjectFixture(server, 'orchard', {
      members: [mel],
      administrators: [ada],
      trackers: () => [
        createTrackerDefinition(
          'pear',
          [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'details'),
            createFieldDefinition('sb', 'state', { bind: createStaticBind(['Green', ''], ['Ripe', '']) }),
            createFieldDefinition('art_link', 'links'),
            createFieldDefinition('float', 'weight'),
          ],
          { title: { field: 'title' } },
        ),
      ],
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  describe('DELETE /artifacts/{id}', () => {
    beforeAll(() => setSettings({ artifacts_deletion_limit: 100 }))

    it('deletes an artifact permanently and returns the remaining number of deletions', async () => {
      const id = await createArtifact()
      const deleted = await server.as('ada').delete(`artifacts/${id}`)
      expect([deleted.status, deleted.text]).toEqual([200, ''])
      expect(deleted.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99' })
      expect((await server.as('ada').get(`artifacts/${id}`)).status).toBe(404)
      expect((await server.as('ada').get(`artifacts/${id}/changesets`)).status).toBe(404)
      expect((await server.as('ada').delete(`artifacts/${id}`)).status).toBe(404)
      const next = await createArtifact()
      expect(next).toBeGreaterThan(id)
    })

    it.each([
      { login: 'visitor', status: 401 },
      { login: 'rita', status: 403 },
      { login: 'odd', status: 403 },
      { login: 'mel', status: 403 },
    ])('returns $login $status without rate limit headers to users who are not administrators', async (caller) => {
      const id = await createArtifact()
      const before = await server.rowCounts()
      const rejected = await server.as(caller.login).delete(`artifacts/${id}`)
      expect(rejected.status).toBe(caller.status)
      expect(rejected.headers).not.toHaveProperty('x-ratelimit-limit')
      expect(await server.rowCounts()).toEqual(before)
    })

    it('is rejected in a suspended project, even for site administrators', async () => {
      const id = await createArtifact()
      await server.as('admin').patch(`projects/${fixture.projectId}`, { status: 'suspended' })
      const rejected = await server.as('admin').delete(`artifacts/${id}`)
      await server.as('admin').patch(`projects/${fixture.projectId}`, { status: 'active' })
      expect(rejected.body.error).toEqual({ code: 403, message: 'Forbidden: This project is suspended' })
      expect((await server.as('admin').get(`artifacts/${id}`)).status).toBe(200)
    })

    it('checks If-Match', async () => {
      const id = await createArtifact()
      const { headers } = await server.as('ada').get(`artifacts/${id}`)
      await server.as('mel').put(`artifacts/${id}`, { values: [], comment: { body: 'Wait', format: 'text' } })
      const stale = await server
        .as('ada')
        .delete(`artifacts/${id}`, { headers: { 'if-match': String(headers['etag']) } })
      expect(stale.status).toBe(412)
      expect(stale.body.error.current.last_update_by.username).toBe('mel')
      const fresh = await server
        .as('ada')
        .delete(`artifacts/${id}`, { headers: { 'if-match': String(stale.headers['etag']) } })
      expect(fresh.status).toBe(200)
    })

    it('removes links to the artifact without changing the version of their source', async () => {
      const [removed, kept] = [await createArtifact('Removed'), await createArtifact('Kept')]
      const links = fixture.fields.get('links')
      const source = await createArtifact('Source', {
        links: [
          { id: removed, type: '' },
          { id: kept, type: '_is_child' },
        ],
      })
      const linksOf = async () => {
        const { body } = await server.as('mel').get(`artifacts/${source}`)
        const entry = body.values.find(({ field_id }: { field_id: number }) => field_id === links)
        return entry.links.map(({ id }: { id: number }) => id)
      }
      expect(await linksOf()).toEqual([removed, kept])
      const before = await server.as('mel').get(`artifacts/${source}/changesets`)
      expect((await server.as('ada').delete(`artifacts/${removed}`)).status).toBe(200)
      expect(await linksOf()).toEqual([kept])
      expect((await server.as('mel').get(`artifacts/${source}/changesets`)).headers['x-pagination-size']).toBe(
        before.headers['x-pagination-size'],
      )
      const changed = await server
        .as('mel')
        .put(`artifacts/${source}`, { values: [{ field_id: links, links: [{ id: kept, type: '' }] }] })
      expect(changed.status).toBe(200)
      expect(await linksOf()).toEqual([kept])
    })

    it('leaves no row of the artifact behind, except for the record of who could see it', async () => {
      await runJobs(server.world)
      const before = await server.rowCounts()
      const id = await createArtifact('With everything', {
        details: { format: 'text', content: 'see art #1' },
        state: [fixture.values.get('Ripe')],
        weight: 2,
      })
      await server.as('mel').put(`artifacts/${id}`, { values: [], comment: { body: 'So, @ada', format: 'text' } })
      await runJobs(server.world)
      expect((await server.rowCounts())['inbox_item']).toBeGreaterThan(before['inbox_item'] ?? 0)
      await server.as('ada').delete(`artifacts/${id}`)
      const {
        change: _log,
        artifact_deletion: _quota,
        audit: _auditLog,
        artifact_cache_version: _s,
        ...rows
      } = await server.rowCounts()
      const { change: _l, artifact_deletion: _q, audit: _b, artifact_cache_version: _t, ...rowsBefore } = before
      // The record of the deleted artifact remains for the change log.
      expect(rows).toEqual({ ...rowsBefore, deleted_artifact: (rowsBefore['deleted_artifact'] ?? 0) + 1 })
    })
  })

  describe('artifacts_deletion_limit', () => {
    it('counts the deletions of each user in a sliding window of 24 hours', async () => {
      await setSettings({ artifacts_deletion_limit: 2 })
      const login = await createAdministrator('lena')
      const start = 1_900_000_000
      const now = vi.spyOn(server.world.clock, 'now')
      const at = (seconds: number) => now.mockReturnValue(start + seconds)
      const attempt = async () => {
        const { status, headers } = await server.as(login).delete(`artifacts/${await createArtifact()}`)
        return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
      }
      at(0)
      expect(await attempt()).toEqual([200, '2', '1'])
      at(3600)
      expect(await attempt()).toEqual([200, '2', '0'])
      expect(await attempt()).toEqual([429, '2', '0'])
      at(86_400)
      expect(await attempt()).toEqual([429, '2', '0'])
      at(86_401)
      expect(await attempt()).toEqual([200, '2', '0'])
      expect(await attempt()).toEqual([429, '2', '0'])
      at(3600 + 86_401)
      expect(await attempt()).toEqual([200, '2', '0'])
    })

    it('applies to each user separately, and returns 429', async () => {
      await setSettings({ artifacts_deletion_limit: 1 })
      const [one, other] = [await createAdministrator('una'), await createAdministrator('otto')]
      expect((await server.as(one).delete(`artifacts/${await createArtifact()}`)).status).toBe(200)
      const id = await createArtifact()
      const before = await server.rowCounts()
      const rejected = await server.as(one).delete(`artifacts/${id}`)
      expect(rejected.body.error).toEqual({
        code: 429,
        message: 'Too Many Requests: The limit of artifacts deletions has been reached for the previous 24 hours.',
      })
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as(other).delete(`artifacts/${id}`)).status).toBe(200)
    })

    it('of 0 forbids deletions', async () => {
      await setSettings({ artifacts_deletion_limit: 0 })
      const rejected = await server.as('ada').delete(`artifacts/${await createArtifact()}`)
      expect(rejected.body.error).toEqual({ code: 403, message: 'Forbidden: Deletion of artifacts is not allowed' })
      expect(rejected.headers).toMatchObject({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' })
    })

    it('holds for concurrent deletions of one user', async () => {
      await setSettings({ artifacts_deletion_limit: 3 })
      const login = await createAdministrator('rush')
      const ids = await Promise.all(Array.from({ length: 8 }, () => createArtifact()))
      const responses = await Promise.all(ids.map((id) => server.as(login).delete(`artifacts/${id}`)))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    })
  })

  describe('the archive of deleted items', () => {
    it('contains the artifact with its history', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      await setSettings({
        artifacts_deletion_limit: 100,
        archive_deleted_items: true,
        archive_deleted_items_path: directory,
      })
      const id = await createArtifact('Kept pear', { details: { format: 'html', content: '<b>juicy</b>' } })
      await server.as('mel').put(`artifacts/${id}`, { values: [], comment: { body: 'Farewell', format: 'text' } })
      expect((await server.as('ada').delete(`artifacts/${id}`)).status).toBe(200)
      const [name, ...others] = await readdir(directory)
      expect(others).toEqual([])
      expect(name).toMatch(new RegExp(`^deleted__artifact_${id}_\\d+\\.zip$`))
      const archive = await openArchive(join(directory, name ?? ''))
      const chunks: Uint8Array[] = []
      for await (const chunk of await archive.read('artifact.xml')) chunks.push(chunk as Uint8Array)
      await archive.close()
      const xml = Buffer.concat(chunks).toString('utf8')
      expect(xml).toContain('Kept pear')
      expect(xml).toContain('Farewell')
      expect(xml).toMatch(/<\/tracker><artifacts><artifact id="\d+">/)
      await rm(directory, { recursive: true })
    })

    it('that cannot be written prevents the deletion', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      const file = join(directory, 'no-directory')
      await writeFile(file, 'in the way')
      await setSettings({
        artifacts_deletion_limit: 100,
        archive_deleted_items: true,
        archive_deleted_items_path: file,
      })
      const id = await createArtifact()
      const before = await server.rowCounts()
      const rejected = await server.as('ada').delete(`artifacts/${id}`)
      expect(rejected.status).toBe(503)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('ada').get(`artifacts/${id}`)).status).toBe(200)
      expect(await readFile(file, 'utf8')).toBe('in the way')
      await rm(directory, { recursive: true })
      await setSettings({ archive_deleted_items: false })
    })

    it('whose directory is missing prevents the deletion, names the setting, and is not created elsewhere', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      const missing = join(directory, 'not-mounted')
      await setSettings({
        artifacts_deletion_limit: 100,
        archive_deleted_items: true,
        archive_deleted_items_path: missing,
      })
      const id = await createArtifact()
      const rejected = await server.as('ada').delete(`artifacts/${id}`)
      expect(rejected.status).toBe(503)
      expect(rejected.body.error.message).toContain('check the setting archive_deleted_items_path')
      expect((await server.as('ada').get(`artifacts/${id}`)).status).toBe(200)
      expect(await readdir(directory)).toEqual([])
      await rm(directory, { recursive: true })
      await setSettings({ archive_deleted_items: false })
    })

    it('of a rejected deletion is removed', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      await setSettings({
        artifacts_deletion_limit: 1,
        archive_deleted_items: true,
        archive_deleted_items_path: directory,
      })
      const login = await createAdministrator('two')
      const ids = [await createArtifact(), await createArtifact(), await createArtifact()]
      const responses = await Promise.all(ids.map((id) => server.as(login).delete(`artifacts/${id}`)))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429])
      const deletedId = ids[responses.findIndex(({ status }) => status === 200)]
      expect(await readdir(directory)).toEqual([expect.stringContaining(`deleted__artifact_${deletedId}_`)])
      await rm(directory, { recursive: true })
      await setSettings({ archive_deleted_items: false })
    })

    it('is removed when a concurrent move takes away the permission to delete', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      await setSettings({
        artifacts_deletion_limit: 100,
        archive_deleted_items: true,
        archive_deleted_items_path: directory,
      })
      const lou = await server.createUser('lou')
      const cellar = await createProjectFixture(server, 'cellar', {
        administrators: [lou],
        trackers: () => [createTrackerDefinition('jar', [createFieldDefinition('string', 'title')])],
      })
      const id = await createArtifact()
      const { world } = server
      let copies = 0
      const archiveAndMove = async (artifact: ArtifactId) => {
        copies += 1
        const archived = await world.deletedItems.archive(artifact)
        const move = { tracker_id: cellar.trackers.get('jar') }
        if (copies === 1) expect((await server.as('admin').patch(`artifacts/${id}`, { move })).status).toBe(200)
        return archived
      }
      const ada = createMember({ id: server.idOf('ada'), administratorOf: new Set([fixture.projectId]) })
      const deletion = deleteArtifact(
        { ...world, deletedItems: { ...world.deletedItems, archive: archiveAndMove } },
        ada,
        {
          id,
          precondition: {},
        },
      )
      await expect(deletion).rejects.toMatchObject({ kind: 'forbidden' })
      expect((await server.as('lou').get(`artifacts/${id}`)).body.tracker.id).toBe(cellar.trackers.get('jar'))
      expect(await readdir(directory)).toEqual([])
      await rm(directory, { recursive: true })
      await setSettings({ archive_deleted_items: false })
    })

    it('is kept when the connection is lost and the outcome of the deletion is unknown', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      await setSettings({
        artifacts_deletion_limit: 100,
        archive_deleted_items: true,
        archive_deleted_items_path: directory,
      })
      const id = await createArtifact()
      const { world } = server
      const lost = new Error('The connection was lost')
      const writeArtifacts: typeof world.db.writeArtifacts = async (affected, work) => {
        await world.db.writeArtifacts(affected, work)
        throw lost
      }
      const ada = createMember({ id: server.idOf('ada'), administratorOf: new Set([fixture.projectId]) })
      const deletion = deleteArtifact({ ...world, db: { ...world.db, writeArtifacts } }, ada, { id, precondition: {} })
      await expect(deletion).rejects.toBe(lost)
      expect((await server.as('ada').get(`artifacts/${id}`)).status).toBe(404)
      expect(await readdir(directory)).toHaveLength(1)
      await rm(directory, { recursive: true })
      await setSettings({ archive_deleted_items: false })
    })
  })
})
