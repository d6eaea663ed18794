import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { expectImported } from '../kit/archive.ts'
import { compareProjects } from '../kit/compare-projects.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

type Json = any

const caller = { kind: 'system', reason: 'test' } as const
const csv = { 'content-type': 'text/csv' }

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  const otherServer = createServer(dialect)
  let project: ProjectFixture
  let tracker = 0

  const boss = () => server.as('boss')
  const field = (name: string): number => project.fields.get(name) as number
  const createJob = async (title: string, spent?: number | string, tries?: number): Promise<number> => {
    const values = [
      { field_id: field('job:title'), value: title },
      ...(spent === undefined ? [] : [{ field_id: field('job:spent'), value: spent }]),
      ...(tries === undefined ? [] : [{ field_id: field('job:tries'), value: tries }]),
    ]
    const { status, body } = await boss().post('artifacts', { tracker: { id: tracker }, values })
    expect([status, body.error]).toEqual([201, undefined])
    return body.id
  }
  const readValue = async (artifact: number, label: string): Promise<unknown> =>
    (await boss().get(`artifacts/${artifact}`)).body.values.find((each: Json) => each.label === label)?.value

  describe('a field with durations (docs/api/field-values.md §5.1)', () => {
    beforeAll(async () => {
      const chief = await server.createUser('boss')
      project = await createProjectFixture(server, 'yard', {
        administrators: [chief],
        trackers: () => [
          createTrackerDefinition(
            'job',
            [
              createFieldDefinition('string', 'job:title'),
              createFieldDefinition('duration', 'job:spent'),
              createFieldDefinition('int', 'job:tries'),
            ],
            { title: { field: 'job:title' } },
          ),
          createTrackerDefinition(
            'task',
            [
              createFieldDefinition('string', 'task:title', { name: 'title' }),
              createFieldDefinition('int', 'task:spent', { name: 'spent' }),
              createFieldDefinition('duration', 'task:tries', { name: 'tries' }),
            ],
            { title: { field: 'task:title' } },
          ),
        ],
      })
      tracker = project.trackers.get('job') as number
      await createJob('mast', '2h 30m', 7)
      await createJob('keel', 45)
      await createJob('sail')
    })

    it('orders, adds up and finds artifacts by minutes', async () => {
      const titles = async (query: string): Promise<string[]> => {
        const { body } = await boss().get(`trackers/${tracker}/artifacts?expert_query=${encodeURIComponent(query)}`)
        return body.map(({ title }: Json) => title)
      }
      expect(await titles('title != "" ORDER BY spent DESC')).toEqual(['mast', 'keel', 'sail'])
      expect(await titles('title != "" ORDER BY spent ASC')).toEqual(['keel', 'mast', 'sail'])
      expect(await titles('spent BETWEEN("40m", "1h")')).toEqual(['keel'])
      expect(await titles('spent > 45')).toEqual(['mast'])
      const { body } = await boss().get(`trackers/${tracker}/field_sums`)
      expect(body.find((each: Json) => each.field_id === field('job:spent'))).toEqual({
        field_id: field('job:spent'),
        sum: 195,
      })
    })

    it('is created by tracker administrators, with a default value in minutes', async () => {
      const { status, body } = await boss().post(`trackers/${tracker}/fields`, {
        type: 'duration',
        label: 'Estimate',
        specific_properties: { default_value: 90 },
      })
      expect(status).toBe(201)
      expect(body).toMatchObject({ type: 'duration', default_value: 90, specific_properties: { default_value: 90 } })
      expect(await readValue(await createJob('with estimate'), 'Estimate')).toBe(90)
      const refused = await boss().post(`trackers/${tracker}/fields`, {
        type: 'duration',
        label: 'Other',
        specific_properties: { default_value: -5 },
      })
      expect(refused.status).toBe(400)
    })

    it('is text in CSV, which changes nothing when it is brought back', async () => {
      const { text } = await boss().get(`trackers/${tracker}/artifact_export?fields=title,spent&expert_query=spent>0`)
      expect(text).toMatch(/,2h 30m\r?\n/)
      expect(text).toMatch(/,45m\r?\n/)
      const unchanged = await boss().post(`trackers/${tracker}/artifact_imports`, text, { headers: csv })
      expect(unchanged.body).toMatchObject({ created: 0, updated: 0, refused: 0 })
      const added = await boss().post(`trackers/${tracker}/artifact_imports`, 'title,spent\nrope,1h 5m\n', {
        headers: csv,
      })
      expect(added.body).toMatchObject({ created: 1, refused: 0 })
      expect(await readValue(added.body.lines[0].artifact.id, 'spent')).toBe(65)
      const refused = await boss().post(`trackers/${tracker}/artifact_imports`, 'title,spent\nrope,soon\n', {
        headers: csv,
      })
      expect(JSON.stringify(refused.body)).toContain('is not a duration, such as 2h 30m')
    })

    it('exchanges values with numbers when an artifact moves', async () => {
      const id = await createJob('moved', '2h', 30)
      const { status } = await boss().patch(`artifacts/${id}`, { move: { tracker_id: project.trackers.get('task') } })
      expect(status).toBe(200)
      expect([await readValue(id, 'spent'), await readValue(id, 'tries')]).toEqual([120, 30])
      const negative = await createJob('negative', '2h', -30)
      await boss().patch(`artifacts/${negative}`, { move: { tracker_id: project.trackers.get('task') } })
      expect((await readValue(negative, 'tries')) ?? null).toBeNull()
    })

    it('is exported with its history in an archive, and as an external field for other importers', async () => {
      const changed = await createJob('changed', '1h')
      for (const value of ['2h', '']) {
        const input = { values: [{ field_id: field('job:spent'), value }] }
        expect((await boss().put(`artifacts/${changed}`, input)).status).toBe(200)
      }
      const template = await boss().get(`trackers/${tracker}/template`)
      expect(template.text).toMatch(/<externalField type="duration"/)
      const scratch = await mkdtemp(join(tmpdir(), 'tulipwood-durations-'))
      try {
        const path = join(scratch, 'archive')
        await exportArchive(server.world, { project: project.projectId, sink: await openArchiveSink(path), caller })
        const archive = await openArchive(path)
        const report = expectImported(
          await importArchive(otherServer.world, { archive, users: { kind: 'create', as: 'active' }, caller }),
        )
        await archive.close()
        const copy = (report.project?.id ?? 0) as ProjectId
        expect(
          await compareProjects({ server, project: project.projectId }, { server: otherServer, project: copy }),
        ).toEqual([])
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    })
  })
})
