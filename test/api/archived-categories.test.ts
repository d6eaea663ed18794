import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { createArchive, expectImported, openArchiveAt } from '../kit/archive.ts'
import { insertProject } from '../kit/project.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { createZipArchive, uploadArchive } from '../kit/uploaded-archive.ts'

const system = { kind: 'system', reason: 'test' } as const

onEachDatabase((dialect) => {
  describe('project categories in an archive (docs/api/projects.md §10)', () => {
    const first = createServer(dialect)
    const second = createServer(dialect)
    const specialLabel = 'Games: <fun> & "play"'
    let area = 0
    let games = 0

    const add = async (server: TestServer, body: object): Promise<number> => {
      const response = await server.as('admin').post('project_categories', { shortname: 'x', ...body })
      expect(response.status).toBe(201)
      return response.body.id
    }
    const addAreas = async (server: TestServer, maxValues: number) => {
      const root = await add(server, { label: 'Area', max_values: maxValues })
      const software = await add(server, { label: 'Software', parent_id: root })
      return { area: root, games: await add(server, { label: specialLabel, parent_id: software }) }
    }
    const choicesOf = async (server: TestServer, id: number | undefined) =>
      (await server.as('admin').get(`projects/${id}/categories`)).body

    beforeAll(async () => {
      // The ids of the second site differ.
      await add(second, { label: 'Only here' })
      const secondIds = await addAreas(second, 1)
      area = secondIds.area
      games = secondIds.games
    })

    it('exports categories by name and selects them again where the site has the same names', async () => {
      const firstIds = await addAreas(first, 2)
      const music = await add(first, { label: 'Music', parent_id: firstIds.area })
      const colour = await add(first, { label: 'Colour' })
      const red = await add(first, { label: 'Red', parent_id: colour })
      const project = await insertProject(first, { shortName: 'orchard' })
      const chosen = [
        { category_id: 2, value_id: 3 },
        { category_id: firstIds.area, value_id: firstIds.games },
        { category_id: firstIds.area, value_id: music },
        { category_id: colour, value_id: red },
      ]
      expect((await first.as('admin').put(`projects/${project}/categories`, chosen)).status).toBe(200)
      const scratch = await mkdtemp(join(tmpdir(), 'tulipwood-categories-'))
      try {
        const path = join(scratch, 'orchard.zip')
        await exportArchive(first.world, { project, sink: await openArchiveSink(path), caller: system })
        const before = (await second.as('admin').get('project_categories')).body
        const report = expectImported(await openArchiveAt(path).import(second.world))
        expect(await choicesOf(second, report.project?.id)).toEqual([
          { category_id: 2, value_id: 3 },
          { category_id: area, value_id: games },
        ])
        const remarks = report.remarks.filter(({ code }) => code === 'category-left-out')
        expect(remarks.map(({ file, text }) => [file, text])).toEqual([
          ['tulipwood.xml', 'The category "Area" of this site has no value "Music": it is left out'],
          ['tulipwood.xml', 'The site has no category "Colour": its value "Red" is left out'],
        ])
        expect((await second.as('admin').get('project_categories')).body).toEqual(before)
        const copy = expectImported(await openArchiveAt(path).import(first.world, { shortName: 'copy' }))
        expect(await choicesOf(first, copy.project?.id)).toEqual(chosen)
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    })

    const document = [
      '<tulipwood version="1">',
      `<category name="License"><value name="Open Source Approved license"/></category>`,
      '<category name="Area"><value name="Software"/></category>',
      `<category name="Area"><value name="Software"><value name="${specialLabel.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"/></value></category>`,
      '<category name="Area"/>',
      '<category/>',
      '</tulipwood>',
    ].join('\n')

    it('skips values beyond the maximum, with a remark at their line', async () => {
      const archive = await createArchive({ files: { 'tulipwood.xml': document } })
      const report = expectImported(await archive.import(second.world))
      await archive.remove()
      const [license, software, ...more] = await choicesOf(second, report.project?.id)
      expect([license, software.category_id, more]).toEqual([{ category_id: 2, value_id: 3 }, area, []])
      expect(software.value_id).not.toBe(games)
      expect(
        report.remarks.flatMap(({ code, line, text }) => (code === 'category-left-out' ? [[line, text]] : [])),
      ).toEqual([
        [4, `A project may have 1 value of the category "Area": "Software::${specialLabel}" is left out`],
        [5, 'The category "Area" of this site has no value "": it is left out'],
        [6, 'The site has no category "": its value "" is left out'],
      ])
    })

    it('keeps the categories that the request for the project selected', async () => {
      await changeSettings(second.world, system, { free_disk_reserve_bytes: 0 })
      await second.world.cache.refresh()
      const bytes = await createZipArchive({ files: { 'tulipwood.xml': document } })
      const { status, body } = await second.as('admin').post('projects', {
        shortname: 'requested',
        label: 'Requested',
        description: 'x',
        is_public: true,
        from_archive: { file_name: 'a.zip', file_size: bytes.length },
        categories: [{ category_id: area, value_id: games }],
      })
      expect(status).toBe(201)
      await uploadArchive(second, 'admin', body.upload_href, bytes)
      await runJobs(second.world)
      expect(await choicesOf(second, body.id)).toEqual([
        { category_id: 2, value_id: 3 },
        { category_id: area, value_id: games },
      ])
    })
  })
})
