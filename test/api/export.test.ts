import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { type ImportReport, importArchive } from '../../src/archives/commands/import-archive.ts'
import { importTracker } from '../../src/archives/commands/import-tracker.ts'
import { sweepExports } from '../../src/archives/commands/sweep-exports.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import type { ArchiveSink } from '../../src/archives/container/sink.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import type { World } from '../../src/world/model/world.ts'
import { expectImported, type WithTexts } from '../kit/archive.ts'
import { compareProjects } from '../kit/compare-projects.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { insertProject } from '../kit/project.ts'
import { createRichArchive } from '../kit/rich-archive.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const caller = { kind: 'system', reason: 'test' } as const

async function importFrom(world: World, path: string, shortName?: string): Promise<WithTexts<ImportReport>> {
  const archive = await openArchive(path)
  try {
    return expectImported(
      await importArchive(world, { archive, shortName, users: { kind: 'create', as: 'active' }, caller }),
    )
  } finally {
    await archive.close()
  }
}

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  const otherServer = createServer(dialect)
  let scratch = ''
  let project = 0 as ProjectId

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tulipwood-export-'))
    await server.createUser('boss')
    await server.createUser('member')
    await server.createUser('outsider')
    // The other site already has a project, so that ids differ.
    await insertProject(otherServer, { shortName: 'first' })
    const archive = await createRichArchive()
    project = expectImported(await archive.import(server.world)).project?.id ?? project
    await archive.remove()
    await server.as('admin').put(`/api/user_groups/${project}_4/users`, {
      user_references: [{ username: 'mira' }, { username: 'boss' }],
    })
    await server.as('admin').post(`/api/projects/${project}/members`, { user_id: server.idOf('member') })
  })
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  const exportProject = async (name: string): Promise<string> => {
    const path = join(scratch, name)
    await exportArchive(server.world, { project, sink: await openArchiveSink(path), caller })
    return path
  }
  const idOfTracker = async (itemName: string): Promise<number> => {
    const { body } = await server.as('admin').get(`/api/projects/${project}/trackers`)
    return body.find((each: { item_name: string }) => each.item_name === itemName).id
  }

  describe('an export of a project (docs/api/archive-format.md §1, §2, §3)', () => {
    it.each(['directory', 'archive.zip'])('imports as an equal project from a %s', async (name) => {
      const report = await importFrom(otherServer.world, await exportProject(name), `copy-${name.slice(0, 3)}`)
      const copy = report.project?.id ?? 0
      expect(await compareProjects({ server, project }, { server: otherServer, project: copy })).toEqual([])
      // The extension document of Tulipwood is not reported as an ignored section.
      expect(report.ignored).toEqual(['dashboards'])
    })

    it('preserves the order of the trackers, and that there is none', async () => {
      const listNames = async (of: typeof server, id: number): Promise<string[]> => {
        const { body } = await of.as('admin').get(`/api/navigation?project_id=${id}`)
        return body.project.trackers.map((each: { item_name: string }) => each.item_name)
      }
      const admin = server.as('admin')
      const ids = (await admin.get(`/api/projects/${project}/trackers?representation=minimal`)).body.map(
        (each: { id: number }) => each.id,
      )
      const byName = await listNames(server, project)
      const copyOf = async (name: string): Promise<number> =>
        (await importFrom(otherServer.world, await exportProject(`${name}.zip`), name)).project?.id ?? 0
      const countPlaces = async (): Promise<number> =>
        (await otherServer.world.db.read.selectFrom('tracker_place').select('tracker_id').execute()).length
      expect(await listNames(otherServer, await copyOf('unarranged'))).toEqual(byName)
      expect(await countPlaces()).toBe(0)
      const { status } = await admin.put(`/api/projects/${project}/tracker_order`, { trackers: ids.toReversed() })
      expect(status).toBe(200)
      expect(await listNames(otherServer, await copyOf('arranged'))).toEqual(byName.toReversed())
      expect(await countPlaces()).toBe(ids.length)
    })

    it('preserves numbers, ranks, values of unused fields, and removed files', async () => {
      const { world } = server
      const admin = server.as('admin')
      const tracker = await idOfTracker('bug')
      const [first, second] = (await admin.get(`/api/trackers/${tracker}/artifacts?values=all`)).body
      const files = first.values.find((each: { label: string }) => each.label === 'The files')
      const keptFile = files.file_descriptions[0].id
      const input = { values: [{ field_id: files.field_id, value: [keptFile] }] }
      expect(await admin.put(`/api/artifacts/${first.id}`, input)).toMatchObject({ status: 200 })
      // Several changes within one second make the last update later than its changeset.
      const title = first.values.find((each: { label: string }) => each.label === 'The title')
      for (const value of ['One', 'Two', 'Three']) {
        const renamed = await admin.put(`/api/artifacts/${first.id}`, { values: [{ field_id: title.field_id, value }] })
        expect(renamed.status).toBe(200)
      }
      await world.db.write(async (tx) => {
        await sql`update artifact set number = 40, rank = 100000 where id = ${first.id}`.execute(tx)
        await sql`update tracker set next_number = 50 where id = ${tracker}`.execute(tx)
        await sql`update field set is_used = 0 where tracker_id = ${tracker} and name = 'points'`.execute(tx)
        await sql`update revision set n = n + 1`.execute(tx)
      })
      const report = await importFrom(otherServer.world, await exportProject('odd.zip'), 'odd')
      const copy = report.project?.id ?? 0
      expect(await compareProjects({ server, project }, { server: otherServer, project: copy })).toEqual([])
      const otherDatabase = otherServer.world.db.read
      const rows = await otherDatabase
        .selectFrom('artifact')
        .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
        .select(['artifact.number', 'artifact.rank', 'artifact.values', 'tracker.next_number'])
        .where('tracker.project_id', '=', copy as ProjectId)
        .where('tracker.item_name', '=', 'bug')
        .orderBy('artifact.rank')
        .execute()
      expect(rows.map(({ number }) => number)).toEqual([2, 3, 40])
      expect(rows[0]?.next_number).toBe(50)
      expect(second.id).toBeGreaterThan(0)

      await otherServer.world.db.write(async (tx) => {
        await sql`update field set is_used = 1 where name = 'points'`.execute(tx)
        await sql`update revision set n = n + 1`.execute(tx)
      })
      await world.db.write(async (tx) => {
        await sql`update field set is_used = 1 where name = 'points'`.execute(tx)
        await sql`update revision set n = n + 1`.execute(tx)
      })
      expect(await compareProjects({ server, project }, { server: otherServer, project: copy })).toEqual([])
      expect(await findContradictions(otherServer.world.db)).toEqual([])
      // Verifies that the comparison finds a difference.
      await admin.put(`/api/artifacts/${first.id}`, { values: [{ field_id: title.field_id, value: 'Four' }] })
      const differences = await compareProjects({ server, project }, { server: otherServer, project: copy })
      expect(differences.join()).toContain('"Four" and "Three"')
    })

    it('refers to exported field ids in renderers of other products', async () => {
      const projectXml = await readFile(join(await exportProject('plain'), 'project.xml'), 'utf8')
      const [, key] = /type="plugin_cardwall" rank="1" field_id="(F\d+)"/.exec(projectXml) ?? []
      expect(projectXml).toContain(`type="sb" ID="${key}"`)
    })

    it('writes the direction of a sort only where other products ignore it', async () => {
      const path = await exportProject('sorted')
      const projectXml = await readFile(join(path, 'project.xml'), 'utf8')
      const [, sorted] = /<sort>(.*?)<\/sort>/.exec(projectXml) ?? []
      const [, key] = /^<field REF="(F\d+)"\/>$/.exec(sorted ?? '') ?? []
      const tulipwoodXml = await readFile(join(path, 'tulipwood.xml'), 'utf8')
      expect(tulipwoodXml).toMatch(new RegExp(`<renderer id="R\\d+"><descending_field REF="${key}"/></renderer>`))
    })

    it('names groups by their keys in lists, values and comments, and by their older names in permissions', async () => {
      const projectXml = await readFile(join(await exportProject('groups'), 'project.xml'), 'utf8')
      expect(projectXml).toMatch(/<item ID="V\d+" label="ugroup_project_members_name_key" is_hidden="1"\/>/)
      expect(projectXml).toContain('<item label="testers"/>')
      expect(projectXml).toContain('<ugroup ugroup_name="ugroup_project_members_name_key"/>')
      expect(projectXml).toMatch(
        /<private_ugroups>(?=.*<ugroup>testers<)(?=.*<ugroup>ugroup_project_admins_name_key<).*?<\/private_ugroups>/,
      )
      const legacyNames = [...projectXml.matchAll(/<(\w+)[^<]*UGROUP_/g)].map(([, element]) => element)
      expect(new Set(legacyNames)).toEqual(new Set(['permission']))
    })

    it('keeps the color of "None"', async () => {
      const projectXml = await readFile(join(await exportProject('colors'), 'project.xml'), 'utf8')
      expect(projectXml).toContain('<decorators><decorator tlp_color_name="red-wine"/><decorator REF="V')
    })

    it('does not overwrite existing files', async () => {
      const path = join(scratch, 'taken.zip')
      await writeFile(path, 'mine')
      await expect(openArchiveSink(path)).rejects.toThrow(`${path} exists already: nothing is overwritten`)
      await expect(openArchiveSink(scratch)).rejects.toThrow('nothing is overwritten')
    })

    it.each(['half', 'half.zip'])('leaves nothing behind as %s when it fails', async (name) => {
      const before = await readdir(scratch)
      const rows = await server.rowCounts()
      const sink = await openArchiveSink(join(scratch, name))
      const failing: ArchiveSink = {
        ...sink,
        add: async (entry, content) => {
          await sink.add(entry, content)
          expect((await readdir(scratch)).includes(name)).toBe(false)
          if (entry === 'users.xml') throw new Error('disk full')
        },
      }
      await expect(exportArchive(server.world, { project, sink: failing, caller })).rejects.toThrow('disk full')
      expect(await readdir(scratch)).toEqual(before)
      expect(await server.rowCounts()).toEqual(rows)
    })
  })

  describe('POST /projects/{id}/exports (Tulipwood extension)', () => {
    it('creates a zip file by a job, which can be downloaded and imported', async () => {
      const boss = server.as('boss')
      const created = await boss.post(`/api/projects/${project}/exports`)
      expect(created).toMatchObject({ status: 202, body: { status: 'pending', size: null } })
      const uri = `/api/${created.body.uri}`
      expect(await boss.get(`${uri}/archive`)).toMatchObject({ status: 404 })
      const duplicate = await boss.post(`/api/projects/${project}/exports`)
      expect(duplicate.status).toBe(409)

      expect(await runJobs(server.world)).toMatchObject({ 'export-project': 1 })
      const done = await boss.get(uri)
      expect(done.body).toMatchObject({ id: created.body.id, status: 'done', size: expect.any(Number) })
      const fetched = await server.app.inject({
        method: 'GET',
        url: `${uri}/archive`,
        headers: server.credentials('boss'),
      })
      expect(fetched.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="rich.zip"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      expect(fetched.rawPayload.length).toBe(done.body.size)
      const path = join(scratch, 'fetched.zip')
      await writeFile(path, fetched.rawPayload)
      const copy = (await importFrom(otherServer.world, path, 'fetched')).project?.id ?? 0
      expect(await compareProjects({ server, project }, { server: otherServer, project: copy })).toEqual([])
    })

    it.each([
      ['visitor', 401],
      ['outsider', 403],
      ['member', 403],
    ])('returns an error to a %s: %i', async (role, status) => {
      const before = await server.rowCounts()
      expect((await server.as(role).post(`/api/projects/${project}/exports`)).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(['pending', 'deleted', 'importing', 'system'] as const)(
      'rejects an export of a project with the status %s, also on the command line',
      async (status) => {
        const name = `of-${status}`
        const id = await insertProject(server, { shortName: name, status, administrators: ['boss'] })
        const before = await server.rowCounts()
        const text = `Only active and suspended projects can be exported; the status of this project is "${status}"`
        const [boss, admin] = await Promise.all(
          ['boss', 'admin'].map((login) => server.as(login).post(`/api/projects/${id}/exports`)),
        )
        expect(boss?.status).toBe(status === 'deleted' ? 403 : 404)
        if (status === 'importing') expect(admin?.status).toBe(404)
        else expect([admin?.status, admin?.body.error.message]).toEqual([403, `Forbidden: ${text}`])
        const sink = await openArchiveSink(join(scratch, name))
        await expect(exportArchive(server.world, { project: id, sink, caller })).rejects.toThrow(text)
        expect(await readdir(scratch)).not.toContain(name)
        expect(await server.rowCounts()).toEqual(before)
      },
    )

    it('exports a suspended project for site administrators only, and a finished export outlives the project', async () => {
      const id = await insertProject(server, { shortName: 'asleep', status: 'suspended', administrators: ['boss'] })
      const rejected = await server.as('boss').post(`/api/projects/${id}/exports`)
      expect([rejected.status, rejected.body.error.message]).toEqual([403, 'Forbidden: This project is suspended'])
      const { status, body } = await server.as('admin').post(`/api/projects/${id}/exports`)
      expect(status).toBe(202)
      await runJobs(server.world)
      await server.as('admin').put(`/api/projects/${id}/status`, { status: 'deleted' })
      expect((await server.as('admin').get(`/api/projects/${id}`)).body.status).toBe('deleted')
      expect((await server.as('admin').get(`/api/${body.uri}`)).body.status).toBe('done')
      expect((await server.as('admin').get(`/api/${body.uri}/archive`)).status).toBe(200)
      expect((await server.as('boss').get(`/api/${body.uri}`)).status).toBe(403)
      await server.world.db.write((tx) => tx.deleteFrom('project_export').where('project_id', '=', id).execute())
    })

    it('replaces the previous export and its file', async () => {
      const boss = server.as('boss')
      const blobs: string[] = []
      for (const _ of [1, 2]) {
        const created = await boss.post(`/api/projects/${project}/exports`)
        await runJobs(server.world)
        expect((await boss.get(`/api/${created.body.uri}/archive`)).status).toBe(200)
        const rows = await server.world.db.read.selectFrom('project_export').selectAll().execute()
        expect(rows).toMatchObject([{ id: created.body.id, status: 'done' }])
        blobs.push(...rows.flatMap(({ blob }) => blob ?? []))
      }
      const names = (await Array.fromAsync(server.world.files.list())).map(({ name }) => name)
      expect(blobs.map((blob) => names.includes(blob))).toEqual([false, true])
    })

    it('is removed with its file after a day', async () => {
      const boss = server.as('boss')
      const created = await boss.post(`/api/projects/${project}/exports`)
      await runJobs(server.world)
      expect((await boss.get(`/api/${created.body.uri}`)).body.status).toBe('done')
      const tomorrow = { ...server.world, clock: { now: () => server.world.clock.now() + 86_401 } }
      const exports = await server.world.db.read.selectFrom('project_export').selectAll().execute()
      expect(await sweepExports(tomorrow)).toBe(exports.length)
      expect((await boss.get(`/api/${created.body.uri}`)).status).toBe(404)
      const names = await Array.fromAsync(server.world.files.list())
      for (const { blob } of exports) expect(names.map(({ name }) => name)).not.toContain(blob)
    })

    it('reports the status failed', async () => {
      const boss = server.as('boss')
      const created = await boss.post(`/api/projects/${project}/exports`)
      const store = () => Promise.reject(new Error('disk full'))
      await runJobs({ ...server.world, files: { ...server.world.files, store } })
      expect((await boss.get(`/api/${created.body.uri}`)).body.status).toBe('failed')
      expect((await boss.post(`/api/projects/${project}/exports`)).status).toBe(202)
      await runJobs(server.world)
    })
  })

  describe('GET /trackers/{id}/template (Tulipwood extension)', () => {
    it('returns a template that imports as an equal tracker', async () => {
      const id = await idOfTracker('bug')
      const response = await server.as('boss').get(`/api/trackers/${id}/template`)
      expect(response.headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': 'attachment; filename="bug.xml"',
      })
      const report = await importTracker(otherServer.world, {
        project: 'copy-dir',
        xml: response.text.replace('<item_name>bug<', '<item_name>defect<').replace('Tracker T1', 'Defects'),
        caller,
      })
      if (!('ok' in report)) throw new Error(JSON.stringify(report.problems))
      const [one, other] = [
        await server.as('admin').get(`/api/trackers/${id}`),
        await otherServer.as('admin').get(`/api/trackers/${report.ok.tracker}`),
      ]
      const names = (tracker: { fields: { name: string; type: string }[] }) =>
        tracker.fields.map(({ name, type }) => `${name} ${type}`)
      expect(names(other.body)).toEqual(names(one.body))
    })

    it.each([
      ['visitor', 401],
      ['member', 403],
    ])('for %s, returns %i', async (role, status) => {
      const id = await idOfTracker('bug')
      expect((await server.as(role).get(`/api/trackers/${id}/template`)).status).toBe(status)
    })
  })

  // Last, because artifacts with the same shown rank get different ones in a copy.
  describe('an export of artifacts that were ordered by hand', () => {
    it('preserves the order by hand', async () => {
      const read = async (from: typeof server, tracker: number): Promise<{ id: number; title: string }[]> =>
        (await from.as('admin').get(`/api/trackers/${tracker}/artifacts?sort=rank`)).body
      const tracker = await idOfTracker('bug')
      const before = await read(server, tracker)
      const [first, second, ...others] = before
      const last = others.at(-1) ?? second
      const order = { ids: [last?.id], direction: 'before', compared_to: second?.id }
      const moved = await server.as('admin').patch(`/api/trackers/${tracker}/artifact_order`, { order })
      expect(moved.status).toBe(others.length === 0 ? 400 : 204)
      const after = await read(server, tracker)
      expect(after.map(({ id }) => id)).toEqual([first, last, second, ...others.slice(0, -1)].map((each) => each?.id))
      const path = await exportProject('ordered')
      expect(await readFile(join(path, 'tulipwood.xml'), 'utf8')).toMatch(/moved_rank="[\d.]+"/)
      const report = await importFrom(otherServer.world, path, 'ordered')
      const { body } = await otherServer.as('admin').get(`/api/projects/${report.project?.id}/trackers`)
      const copy = body.find((each: { item_name: string }) => each.item_name === 'bug').id
      expect((await read(otherServer, copy)).map(({ title }) => title)).toEqual(after.map(({ title }) => title))
    })
  })
})
