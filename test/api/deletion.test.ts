import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openArchive } from '../../src/archives/source.ts'
import { deleteArtifact } from '../../src/artifacts/commands/delete-artifact.ts'
import type { ArtifactId } from '../../src/kit/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { Settings } from '../../src/site/model/settings.ts'
import { createMember } from '../kit/create-member.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: ProjectFixture

  const set = async (settings: Partial<Settings>): Promise<void> => {
    await changeSettings(server.world, system, settings)
    await server.world.cache.refresh()
  }
  const plant = async (title = 'A pear', more: Readonly<Record<string, unknown>> = {}): Promise<ArtifactId> => {
    const by = server.idOf('mel')
    const [id] = await fixture.createArtifacts({ tracker: 'pear', changes: [{ by, values: { title, ...more } }] })
    return id as ArtifactId
  }
  const someone = async (login: string): Promise<string> => {
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
        trackerDefinition(
          'pear',
          [
            fieldDefinition('string', 'title'),
            fieldDefinition('text', 'details'),
            fieldDefinition('sb', 'state', { bind: staticBind(['Green', ''], ['Ripe', '']) }),
            fieldDefinition('art_link', 'links'),
            fieldDefinition('float', 'weight'),
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
    beforeAll(() => set({ artifacts_deletion_limit: 100 }))

    it('takes an artifact away for good, and says how many more may follow', async () => {
      const id = await plant()
      const gone = await server.as('ada').delete(`artifacts/${id}`)
      expect([gone.status, gone.text]).toEqual([200, ''])
      expect(gone.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99' })
      expect((await server.as('ada').get(`artifacts/${id}`)).status).toBe(404)
      expect((await server.as('ada').get(`artifacts/${id}/changesets`)).status).toBe(404)
      expect((await server.as('ada').delete(`artifacts/${id}`)).status).toBe(404)
      const next = await plant()
      expect(next).toBeGreaterThan(id)
    })

    it.each([
      { who: 'visitor', status: 401 },
      { who: 'rita', status: 403 },
      { who: 'odd', status: 403 },
      { who: 'mel', status: 403 },
    ])('is for administrators of the tracker: $who is answered $status, without a word of limits', async (caller) => {
      const id = await plant()
      const before = await server.rowCounts()
      const refused = await server.as(caller.who).delete(`artifacts/${id}`)
      expect(refused.status).toBe(caller.status)
      expect(refused.headers).not.toHaveProperty('x-ratelimit-limit')
      expect(await server.rowCounts()).toEqual(before)
    })

    it('is refused in a suspended project, to site administrators as well', async () => {
      const id = await plant()
      await server.as('admin').patch(`projects/${fixture.projectId}`, { status: 'suspended' })
      const refused = await server.as('admin').delete(`artifacts/${id}`)
      await server.as('admin').patch(`projects/${fixture.projectId}`, { status: 'active' })
      expect(refused.body.error).toEqual({ code: 403, message: 'Forbidden: This project is suspended' })
      expect((await server.as('admin').get(`artifacts/${id}`)).status).toBe(200)
    })

    it('honours the version that was asked for', async () => {
      const id = await plant()
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

    it('takes links to it out of the artifacts that hold them, which stay the version they are', async () => {
      const [goes, stays] = [await plant('Goes'), await plant('Stays')]
      const links = fixture.fields.get('links')
      const holder = await plant('Holder', {
        links: [
          { id: goes, type: '' },
          { id: stays, type: '_is_child' },
        ],
      })
      const linksOf = async () => {
        const { body } = await server.as('mel').get(`artifacts/${holder}`)
        const entry = body.values.find(({ field_id }: { field_id: number }) => field_id === links)
        return entry.links.map(({ id }: { id: number }) => id)
      }
      expect(await linksOf()).toEqual([goes, stays])
      const before = await server.as('mel').get(`artifacts/${holder}/changesets`)
      expect((await server.as('ada').delete(`artifacts/${goes}`)).status).toBe(200)
      expect(await linksOf()).toEqual([stays])
      expect((await server.as('mel').get(`artifacts/${holder}/changesets`)).headers['x-pagination-size']).toBe(
        before.headers['x-pagination-size'],
      )
      const changed = await server
        .as('mel')
        .put(`artifacts/${holder}`, { values: [{ field_id: links, links: [{ id: stays, type: '' }] }] })
      expect(changed.status).toBe(200)
      expect(await linksOf()).toEqual([stays])
    })

    it('leaves no row of the artifact behind', async () => {
      const before = await server.rowCounts()
      const id = await plant('With everything', {
        details: { format: 'text', content: 'see art #1' },
        state: [fixture.values.get('Ripe')],
        weight: 2,
      })
      await server.as('mel').put(`artifacts/${id}`, { values: [], comment: { body: 'So', format: 'text' } })
      await server.as('ada').delete(`artifacts/${id}`)
      const { change: _log, deletion: _quota, audit: _book, artifact_stamp: _s, ...rows } = await server.rowCounts()
      const { change: _l, deletion: _q, audit: _b, artifact_stamp: _t, ...had } = before
      // Who saw it is all that is left.
      expect(rows).toEqual({ ...had, deleted_artifact: (had['deleted_artifact'] ?? 0) + 1 })
    })
  })

  describe('the limit of deletions', () => {
    it('counts what each person deleted in the last 24 hours, in a window that slides', async () => {
      await set({ artifacts_deletion_limit: 2 })
      const who = await someone('lena')
      const start = 1_900_000_000
      const now = vi.spyOn(server.world.clock, 'now')
      const at = (seconds: number) => now.mockReturnValue(start + seconds)
      const attempt = async () => {
        const { status, headers } = await server.as(who).delete(`artifacts/${await plant()}`)
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

    it('is one for each person, and says what it is about', async () => {
      await set({ artifacts_deletion_limit: 1 })
      const [one, other] = [await someone('una'), await someone('otto')]
      expect((await server.as(one).delete(`artifacts/${await plant()}`)).status).toBe(200)
      const id = await plant()
      const before = await server.rowCounts()
      const refused = await server.as(one).delete(`artifacts/${id}`)
      expect(refused.body.error).toEqual({
        code: 429,
        message: 'Too Many Requests: The limit of artifacts deletions has been reached for the previous 24 hours.',
      })
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as(other).delete(`artifacts/${id}`)).status).toBe(200)
    })

    it('of nothing forbids it', async () => {
      await set({ artifacts_deletion_limit: 0 })
      const refused = await server.as('ada').delete(`artifacts/${await plant()}`)
      expect(refused.body.error).toEqual({ code: 403, message: 'Forbidden: Deletion of artifacts is not allowed' })
      expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' })
    })

    it('holds when one person deletes many at once', async () => {
      await set({ artifacts_deletion_limit: 3 })
      const who = await someone('rush')
      const ids = await Promise.all(Array.from({ length: 8 }, () => plant()))
      const answers = await Promise.all(ids.map((id) => server.as(who).delete(`artifacts/${id}`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    })
  })

  describe('the archive of deleted items', () => {
    it('holds the artifact with its history before it goes', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      await set({ artifacts_deletion_limit: 100, archive_deleted_items: true, archive_deleted_items_path: folder })
      const id = await plant('Kept pear', { details: { format: 'html', content: '<b>juicy</b>' } })
      await server.as('mel').put(`artifacts/${id}`, { values: [], comment: { body: 'Farewell', format: 'text' } })
      expect((await server.as('ada').delete(`artifacts/${id}`)).status).toBe(200)
      const [name, ...others] = await readdir(folder)
      expect(others).toEqual([])
      expect(name).toMatch(new RegExp(`^deleted__artifact_${id}_\\d+\\.zip$`))
      const archive = await openArchive(join(folder, name ?? ''))
      const chunks: Uint8Array[] = []
      for await (const chunk of await archive.read('artifact.xml')) chunks.push(chunk as Uint8Array)
      await archive.close()
      const xml = Buffer.concat(chunks).toString('utf8')
      expect(xml).toContain('Kept pear')
      expect(xml).toContain('Farewell')
      expect(xml).toMatch(/<\/tracker><artifacts><artifact id="\d+">/)
      await rm(folder, { recursive: true })
    })

    it('that cannot be written keeps the artifact where it is', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      const file = join(folder, 'no-folder')
      await writeFile(file, 'in the way')
      await set({ artifacts_deletion_limit: 100, archive_deleted_items: true, archive_deleted_items_path: file })
      const id = await plant()
      const before = await server.rowCounts()
      const refused = await server.as('ada').delete(`artifacts/${id}`)
      expect(refused.status).toBe(503)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('ada').get(`artifacts/${id}`)).status).toBe(200)
      expect(await readFile(file, 'utf8')).toBe('in the way')
      await rm(folder, { recursive: true })
      await set({ archive_deleted_items: false })
    })

    it('of a deletion that is refused is taken away again', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      await set({ artifacts_deletion_limit: 1, archive_deleted_items: true, archive_deleted_items_path: folder })
      const who = await someone('two')
      const ids = [await plant(), await plant(), await plant()]
      const answers = await Promise.all(ids.map((id) => server.as(who).delete(`artifacts/${id}`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
      const gone = ids[answers.findIndex(({ status }) => status === 200)]
      expect(await readdir(folder)).toEqual([expect.stringContaining(`deleted__artifact_${gone}_`)])
      await rm(folder, { recursive: true })
      await set({ archive_deleted_items: false })
    })

    it('of an artifact that somebody moves away meanwhile ends the rights of who only administers where it was', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      await set({ artifacts_deletion_limit: 100, archive_deleted_items: true, archive_deleted_items_path: folder })
      const lou = await server.createUser('lou')
      const cellar = await createProjectFixture(server, 'cellar', {
        administrators: [lou],
        trackers: () => [trackerDefinition('jar', [fieldDefinition('string', 'title')])],
      })
      const id = await plant()
      const { world } = server
      let copies = 0
      const keep = async (artifact: ArtifactId) => {
        copies += 1
        const kept = await world.deletedItems.archive(artifact)
        const move = { tracker_id: cellar.trackers.get('jar') }
        if (copies === 1) expect((await server.as('admin').patch(`artifacts/${id}`, { move })).status).toBe(200)
        return kept
      }
      const ada = createMember({ id: server.idOf('ada'), administratorOf: new Set([fixture.projectId]) })
      const deletion = deleteArtifact({ ...world, deletedItems: { ...world.deletedItems, archive: keep } }, ada, {
        id,
        precondition: {},
      })
      await expect(deletion).rejects.toMatchObject({ kind: 'forbidden' })
      expect((await server.as('lou').get(`artifacts/${id}`)).body.tracker.id).toBe(cellar.trackers.get('jar'))
      expect(await readdir(folder)).toEqual([])
      await rm(folder, { recursive: true })
      await set({ archive_deleted_items: false })
    })

    it('stays when the connection is lost and nobody knows what became of the deletion', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tulipwood-deleted-'))
      await set({ artifacts_deletion_limit: 100, archive_deleted_items: true, archive_deleted_items_path: folder })
      const id = await plant()
      const { world } = server
      const lost = new Error('The connection was lost')
      const write: typeof world.db.write = async (work) => {
        await world.db.write(work)
        throw lost
      }
      const ada = createMember({ id: server.idOf('ada'), administratorOf: new Set([fixture.projectId]) })
      const deletion = deleteArtifact({ ...world, db: { ...world.db, write } }, ada, { id, precondition: {} })
      await expect(deletion).rejects.toBe(lost)
      expect((await server.as('ada').get(`artifacts/${id}`)).status).toBe(404)
      expect(await readdir(folder)).toHaveLength(1)
      await rm(folder, { recursive: true })
      await set({ archive_deleted_items: false })
    })
  })
})
