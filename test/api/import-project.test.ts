import { describe, expect, it } from 'vitest'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildGroup,
  buildStaticBind,
  buildTracker,
  buildValue,
  createArchive,
  expectImported,
  getImportProblems,
  openFields,
} from '../kit/archive.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const users = [
  { id: 201, login: 'mira' },
  { id: 202, login: 'ole' },
  { id: 203, login: 'pia' },
]
const system = { kind: 'system', reason: 'test' } as const
const services = [
  '<service shortname="plugin_svn" enabled="1"/>',
  '<service shortname="wiki" enabled="1"/>',
  '<project-defined-service shortname="docs" enabled="1" label="Docs" description="Our docs" link="https://docs.example" is_in_new_tab="true"/>',
  '<project-defined-service shortname="" enabled="1" label="Forum" description="" link="/forum" is_in_new_tab="0"/>',
  '<project-defined-service shortname="" enabled="0" label="Chat" description="" link="" is_in_new_tab="0"/>',
]
const sections = [
  '<banner>Maintenance</banner>',
  '<natures><nature is_used="0">_covered_by</nature><nature>_is_child</nature></natures>',
  '<svn/>',
  '<dashboards><dashboard name="Home &amp; more"><line><column><widget name="heartbeat"/></column></line></dashboard></dashboards>',
  '<git><repository name="g"/></git>',
]

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  const admin = () => server.as('admin')

  describe('an imported project (docs/api/archive-format.md §1.5)', () => {
    it('has the content of the archive, gets the id 101, and does not contain the importer', async () => {
      const archive = await createArchive({
        shortName: 'Apollo-11',
        attributes: { access: 'private', 'icon-codepoint': '"\\ud83d\\ude80"' },
        users,
        groupsMode: 'synchronized',
        groups: [
          buildGroup('project_admins', ['mira']),
          buildGroup('project_members', ['ole']),
          buildGroup('testers', ['pia', 'ole'], 'Release testers'),
          buildGroup('Testers', ['mira']),
          buildGroup('bad name', ['pia']),
        ],
        services,
        sections,
      })
      const report = expectImported(await archive.import(server.world, { caller: system }))
      expect(report.project).toEqual({ id: 101, shortName: 'Apollo-11' })
      expect(report.counts).toMatchObject({ usersCreated: 3, groups: 1 })
      const { body } = await admin().get('projects/101')
      expect(body).toMatchObject({
        id: 101,
        label: '🚀 Apollo',
        label_without_icon: 'Apollo',
        shortname: 'apollo-11',
        status: 'active',
        access: 'private',
        is_template: false,
      })
      expect((await admin().get('projects/101/banner')).body.message).toBe('Maintenance')

      const names = async (url: string) =>
        (await admin().get(url)).body.map((each: { username: string }) => each.username)
      expect(await names('user_groups/101_3/users')).toEqual(['mira', 'ole', 'pia'])
      expect(await names('user_groups/101_4/users')).toEqual(['mira'])
      const groups = (await admin().get('projects/101/user_groups')).body
      const testers = groups.find((each: { label: string }) => each.label === 'testers')
      // The id of the first static user group of the site.
      expect(testers.id).toBe('101')
      expect(await names(`user_groups/${testers.id}/users`)).toEqual(['ole', 'pia'])
      const row = await server.world.db.read
        .selectFrom('project')
        .select('is_synchronized')
        .where('id', '=', 101 as never)
        .executeTakeFirst()
      expect(row?.is_synchronized).toBe(1)

      const texts = report.remarks.map(({ text }) => text)
      expect(texts).toEqual(
        expect.arrayContaining([
          'The user group "Testers" is left out: there are two of that name',
          'The user group "bad name" is left out: a name may only contain letters, digits, _ and -',
          'The service "wiki" belongs to another product and is left out',
        ]),
      )
      await archive.remove()
    })

    it('has the listed services, and the other ones as in the template', async () => {
      const { body } = await admin().get('projects/101/project_services')
      const enabled = Object.fromEntries(
        body.map((each: { name: string; label: string; is_enabled: boolean }) => [
          each.name || each.label,
          each.is_enabled,
        ]),
      )
      const known = { summary: true, admin: true, plugin_svn: true, plugin_tracker: true }
      expect(enabled).toEqual({ ...known, Docs: true, Forum: true, Chat: false })
      const docs = body.find((each: { label: string }) => each.label === 'Docs')
      expect(docs).toMatchObject({ is_custom: true, service_url: 'https://docs.example' })
      const custom = body.filter((each: { is_custom: boolean }) => each.is_custom)
      expect(custom.map(({ name }: { name: string }) => name)).toEqual(['', '', ''])
    })

    it('stores unsupported sections and reports them as ignored', async () => {
      const rows = await server.world.db.read
        .selectFrom('archive_section')
        .select(['name', 'content'])
        .orderBy('name')
        .execute()
      expect(rows).toEqual([
        {
          name: 'dashboards',
          content:
            '<dashboards><dashboard name="Home &amp; more"><line><column><widget name="heartbeat"/></column></line></dashboard></dashboards>',
        },
        { name: 'git', content: '<git><repository name="g"/></git>' },
      ])
      const archive = await createArchive({
        shortName: 'sections',
        users,
        sections,
        files: { 'testmanagement.xml': '<testmanagement/>' },
      })
      const report = expectImported(await archive.import(server.world, { check: true }))
      expect(report.ignored).toEqual(['dashboards', 'git', 'testmanagement.xml'])
      await archive.remove()
    })

    it('disables the link types that the archive disables', async () => {
      const rows = await server.world.db.read.selectFrom('disabled_link_type').selectAll().execute()
      expect(rows).toEqual([{ project_id: 101, short_name: '_covered_by' }])
    })

    it('can be imported again with another name, from a zip file, as a template', async () => {
      const archive = await createArchive({ shortName: 'apollo-11', users, trackers: [trackerWithArtifact()] })
      expect(getImportProblems(await archive.import(server.world))).toEqual([
        'project.xml:2: Project shortname is invalid. The reason is: Short name already exists',
      ])
      const zip = await archive.toZip()
      const report = expectImported(await zip.import(server.world, { shortName: 'Apollo-12', asTemplate: true }))
      expect(report.counts).toMatchObject({ usersCreated: 0, usersMatched: 3, trackers: 1, artifacts: 1, values: 2 })
      const { body } = await admin().get(`projects/${report.project?.id}`)
      expect(body).toMatchObject({ shortname: 'apollo-12', is_template: true })
      expect((await admin().get('projects/101')).body.shortname).toBe('apollo-11')
      await archive.remove()
    })

    it('becomes public or private if the site has no restricted users', async () => {
      const importWithAccess = async (shortName: string, access: string) => {
        const archive = await createArchive({ shortName, users, attributes: { access: access } })
        const report = expectImported(await archive.import(server.world))
        await archive.remove()
        return (await admin().get(`projects/${report.project?.id}`)).body.access
      }
      expect(await importWithAccess('acc-one', 'unrestricted')).toBe('public')
      expect(await importWithAccess('acc-two', 'private-wo-restr')).toBe('private')
      expect(await importWithAccess('acc-three', 'secret')).toBe('public')
      await changeSettings(server.world, system, { access_mode: 'restricted' })
      await server.world.cache.refresh()
      expect(await importWithAccess('acc-four', 'unrestricted')).toBe('unrestricted')
      expect(await importWithAccess('acc-five', 'private-wo-restr')).toBe('private-wo-restr')
      await changeSettings(server.world, system, { access_mode: 'anonymous' })
    })

    it('assigns ids in document order across all trackers', async () => {
      const two = ['T1', 'T2'].map((id, index) =>
        buildTracker({
          id,
          fields: [buildField('string', `F${id}`, 'summary')],
          permissions: openFields(`F${id}`),
          artifacts: [
            buildArtifact(20 - index, buildChangeset('mira', on)),
            buildArtifact(10 - index, buildChangeset('mira', on)),
          ],
        }),
      )
      const archive = await createArchive({ shortName: 'ordered', users, trackers: two })
      const report = expectImported(await archive.import(server.world))
      const trackers = (await admin().get(`projects/${report.project?.id}/trackers?representation=minimal`)).body
      const ids: number[] = []
      for (const each of trackers) {
        for (const artifactBody of (await admin().get(`trackers/${each.id}/artifacts`)).body) ids.push(artifactBody.id)
      }
      expect(ids).toEqual([0, 1, 2, 3].map((n) => (ids[0] ?? 0) + n))
      expect(trackers[1].id).toBe(trackers[0].id + 1)
      await archive.remove()
    })

    it('reports its progress', async () => {
      const archive = await createArchive({ shortName: 'progress', users, trackers: [trackerWithArtifact()] })
      const steps: [number, number, string][] = []
      expectImported(await archive.import(server.world, { progress: (...step) => steps.push(step) }))
      expect(steps[0]).toEqual([archive.projectXml.length, archive.projectXml.length, 'checking'])
      expect(steps.at(-1)).toEqual([1, 1, 'writing'])
      await archive.remove()
    })

    it('removes its files when the database write fails', async () => {
      const content = [
        buildChangeset('mira', on, [buildChange('files', 'file', ['<value ref="fileinfo_1"/>'])]),
        '<file id="fileinfo_1"><filename>a</filename><path>data/a</path></file>',
      ]
      const bugs = buildTracker({
        id: 'T1',
        fields: [buildField('file', 'F1', 'files')],
        artifacts: [buildArtifact(1, ...content)],
      })
      const archive = await createArchive({
        shortName: 'refused',
        users,
        trackers: [bugs],
        files: { 'data/a': 'bytes' },
      })
      const before = await server.rowCounts()
      const { db } = server.world
      let stored = 0
      const failingWorld = {
        ...server.world,
        db: {
          ...db,
          async write<T>(): Promise<T> {
            stored = (await Array.fromAsync(server.world.files.list())).length
            throw new Error('The disk is full')
          },
        },
      }
      await expect(archive.import(failingWorld)).rejects.toThrow('The disk is full')
      expect(stored).toBe(1)
      expect(await Array.fromAsync(server.world.files.list())).toEqual([])
      expect(await server.rowCounts()).toEqual(before)
      await archive.remove()
    })
  })
})

const on = '2026-02-02T09:14:03+01:00'
const trackerWithArtifact = (): string =>
  buildTracker({
    id: 'T1',
    fields: [
      buildField('string', 'F1', 'summary'),
      buildField('sb', 'F2', 'status', [buildStaticBind({ V1: 'Open', V2: 'Fixed' })]),
    ],
    permissions: openFields('F1', 'F2'),
    artifacts: [buildArtifact(1, buildChangeset('mira', on, [buildChange('summary', 'string', [buildValue('one')])]))],
  })
