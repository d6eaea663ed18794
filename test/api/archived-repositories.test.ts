import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { recoverMissedCommits } from '../../src/subversion/commands/recover-missed-commits.ts'
import {
  type ArchiveContent,
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildGroup,
  buildTracker,
  buildValue,
  createArchive,
  expectImported,
  getImportProblems,
  openFields,
  type TestArchive,
} from '../kit/archive.ts'
import { type MemoryStorage, useMemoryStorage } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createZipArchive, uploadArchive } from '../kit/uploaded-archive.ts'

const system = { kind: 'system', reason: 'test' } as const
const on = '2026-02-02T09:14:03+01:00'
const users = [
  { id: 201, login: 'mira' },
  { id: 202, login: 'ole' },
  { id: 203, login: 'pia' },
]

/** Content of a test dump: the commits from the first revision on. */
const dump = (...commits: readonly (readonly [author: string, message: string])[]): string =>
  JSON.stringify(
    commits.map(([author, message], index) => ({
      revision: index + 1,
      author,
      committedOn: 1_700_000_000,
      message,
      paths: ['/trunk'],
    })),
  )

const bugs = (first: number, ...more: readonly number[]): string =>
  buildTracker({
    id: 'T1',
    itemName: 'bug',
    fields: [buildField('string', 'F1', 'title'), buildField('cross', 'F2', 'refs')],
    permissions: openFields('F1', 'F2'),
    artifacts: [first, ...more].map((id) =>
      buildArtifact(id, buildChangeset('mira', on, [buildChange('title', 'string', [buildValue(`Leak ${id}`)])])),
    ),
  })

const content = (svn: string, more: ArchiveContent = {}): ArchiveContent => ({
  users,
  groups: [buildGroup('project_members', ['mira', 'ole']), buildGroup('staff', ['ole'])],
  services: ['<service shortname="plugin_svn" enabled="1"/>'],
  sections: [svn],
  ...more,
})

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  const archives: TestArchive[] = []
  let disk: MemoryStorage
  let scratch = ''
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tulipwood-archived-'))
    disk = useMemoryStorage(server.world)
    await server.createUser('alice')
    await server.createUser('mallory')
    // Ids of artifacts differ from those of the archives.
    const first = await createArchive({ shortName: 'first', users, trackers: [bugs(1, 2, 3)] })
    expectImported(await first.import(server.world))
    await first.remove()
  })
  afterEach(async () => {
    for (const each of archives.splice(0)) await each.remove()
  })
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  const createTestArchive = async (of: ArchiveContent): Promise<TestArchive> => {
    const archive = await createArchive(of)
    archives.push(archive)
    return archive
  }
  let nameCount = 0
  const uniqueName = (): string => {
    nameCount += 1
    return `project-${nameCount}`
  }
  const admin = () => server.as('admin')
  const repositoriesOf = async (project: number | undefined) => {
    const listed = (await admin().get(`projects/${project}/svn`)).body.repositories
    return Promise.all(listed.map(async ({ id }: any) => (await admin().get(`svn/${id}`)).body))
  }
  const importContent = async (of: ArchiveContent) => {
    const archive = await createTestArchive(of)
    const report = expectImported(await archive.import(server.world, { shortName: uniqueName() }))
    const project = report.project?.id
    return { archive, report, project, repositories: await repositoriesOf(project) }
  }
  const exportProject = async (project: number | undefined): Promise<string> => {
    const path = join(scratch, uniqueName())
    const { world } = server
    await exportArchive(world, { project: project as never, sink: await openArchiveSink(path), caller: system })
    return path
  }
  const importFrom = async (path: string) => {
    const archive = await openArchive(path)
    const users = { kind: 'create', as: 'active' } as const
    const request = { archive, users, caller: system, shortName: uniqueName() }
    const result = await importArchive(server.world, request).finally(() => archive.close())
    return expectImported(result).project?.id
  }
  const artifactsOf = async (project: number | undefined) => {
    const [{ id }] = (await admin().get(`projects/${project}/trackers`)).body
    const { body } = await admin().get(`trackers/${id}/artifacts?values=all`)
    return body.map(({ id: artifactId, values }: any) => ({
      id: artifactId,
      refs: values.find(({ type }: any) => type === 'cross').value.map(({ ref }: any) => ref),
    }))
  }

  describe('repositories in an archive of another product', () => {
    it('are imported with access file and email notifications; other settings are those of a new repository', async () => {
      const accessFile =
        '# BEGIN CODENDI DEFAULT SETTINGS - DO NOT REMOVE\n[groups]\nmembers = someone\n\n[/]\n* =\n@members = rw\n' +
        '# END CODENDI DEFAULT SETTINGS\n[/trunk]\n@staff = rw\n@gone = r\n'
      const svn =
        '<svn>\n<repository name="main" dump-file="svn/main.dump">\n' +
        `<access-file><![CDATA[${accessFile}]]></access-file>\n` +
        '<notification path="/trunk" emails="a@people.example, c@people.example"/>\n' +
        '<notification path="/trunk" emails="c@people.example,d@people.example"/>\n' +
        '<references><reference source="cmmt1" target="1"/></references>\n' +
        '</repository>\n<repository name="bare"/>\n</svn>'
      const files = { 'svn/main.dump': dump(['mira', 'A start'], ['ole', 'More']) }
      const { report, repositories, archive } = await importContent(content(svn, { files }))
      expect([report.counts.repositories, report.ignored]).toEqual([2, []])
      expect(repositories).toMatchObject([
        { name: 'bare', settings: { access_file: '', email_notifications: [] } },
        {
          name: 'main',
          settings: {
            commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
            immutable_tags: { paths: [], whitelist: [] },
            has_default_permissions: true,
            access_file: '[/trunk]\n@staff = rw\n# @gone = r',
            email_notifications: [
              { path: '/trunk', emails: ['a@people.example', 'c@people.example', 'd@people.example'], users: [] },
            ],
          },
        },
      ])
      const line = archive.lineOf('<repository name="bare"')
      expect(report.remarks).toContainEqual({
        code: 'repository-incomplete',
        count: 1,
        file: 'project.xml',
        line,
        text: 'The repository bare has no dump: it begins empty',
      })
    })

    it('have a remark if Subversion cannot read their access file', async () => {
      const generated = '# BEGIN CODENDI DEFAULT SETTINGS\n[/]\n@gone = r\n# END CODENDI DEFAULT SETTINGS\n'
      const repository = (name: string, text: string) =>
        `<repository name="${name}">\n<access-file><![CDATA[${text}]]></access-file></repository>\n`
      const svn =
        `<svn>${repository('good', `${generated}[/]\n@staff = rw\n@gone = r`)}` +
        `${repository('bad', `${generated}[/trunk]\n* = r\n@staff = write`)}</svn>`
      const { report, archive, project } = await importContent(content(svn))
      const unreadable = (remarks: readonly any[]) => remarks.filter(({ code }) => code === 'unreadable-access-file')
      const start =
        'Subversion cannot read the access file of the repository bad, which therefore denies all access: line 3: '
      expect(unreadable(report.remarks)).toEqual([
        {
          code: 'unreadable-access-file',
          count: 1,
          file: 'project.xml',
          line: archive.lineOf('<repository name="bad"') + 1,
          text: expect.stringContaining(start),
        },
      ])
      const exported = await openArchive(await exportProject(project))
      const users = { kind: 'create', as: 'active' } as const
      const again = await importArchive(server.world, {
        archive: exported,
        users,
        caller: system,
        shortName: uniqueName(),
      }).finally(() => exported.close())
      expect(unreadable(expectImported(again).remarks)).toEqual([
        expect.objectContaining({ file: 'tulipwood.xml', text: expect.stringContaining(start) }),
      ])
    })

    it('refer to artifacts of the archive by their new ids, and to no other artifacts', async () => {
      const messages = ['bug #1', 'art #2 and story #1', 'art #3', 'art #77', 'art #apollo:1 art #first:2', 'x']
      const svn = '<svn><repository name="main" dump-file="main.dump"/></svn>'
      const files = { 'main.dump': dump(...messages.map((message) => ['mira', message] as const)) }
      const before = await artifactsOf(101)
      const { project, repositories } = await importContent(content(svn, { trackers: [bugs(1, 2, 77)], files }))
      const [one, two, last] = await artifactsOf(project)
      expect([one, two, last].map(({ refs }) => refs)).toEqual([
        ['svn #main/1', 'svn #main/5'],
        ['svn #main/2'],
        ['svn #main/4'],
      ])
      // Artifacts that have the ids 1 to 3 on this site must not be referenced.
      expect([one.id, two.id].some((id) => id <= 3)).toBe(false)
      expect(await artifactsOf(101)).toEqual(before)
      await recoverMissedCommits(server.world)
      expect(await artifactsOf(101)).toEqual(before)
      const rows = await server.world.db.read.selectFrom('repository_commit').selectAll().execute()
      const own = rows.filter(({ repository_id }) => repository_id === repositories[0].id)
      expect(own.map(({ revision, message }) => [revision, message])).toEqual(
        messages.map((message, index) => [index + 1, message]),
      )
    })

    it('resolve a shared artifact id by the short name of the tracker, otherwise to the last artifact', async () => {
      const tasks = bugs(1)
        .replaceAll('"T1"', '"T2"')
        .replace('>bug<', '>task<')
        .replaceAll(/"F(\d)"/g, '"F2$1"')
      const svn = '<svn><repository name="main" dump-file="main.dump"/></svn>'
      const files = { 'main.dump': dump(['mira', 'bug #1'], ['mira', 'task #1'], ['mira', 'art #1']) }
      const trackers = [bugs(1), tasks.replace('Tracker T1', 'Tracker T2')]
      const { project } = await importContent(content(svn, { trackers, files }))
      const refs = await server.world.db.read
        .selectFrom('repository_reference')
        .innerJoin('artifact', 'artifact.id', 'repository_reference.artifact_id')
        .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
        .select(['repository_reference.revision', 'tracker.item_name'])
        .where('tracker.project_id', '=', project ?? (0 as never))
        .orderBy('repository_reference.revision')
        .execute()
      expect(refs.map(({ revision, item_name }) => [revision, item_name])).toEqual([
        [1, 'bug'],
        [2, 'task'],
        [3, 'task'],
      ])
    })

    it('send no notifications for imported commits', async () => {
      const svn =
        '<svn><repository name="main" dump-file="d"><notification path="/" emails="a@people.example"/></repository></svn>'
      await runJobs(server.world)
      await importContent(content(svn, { files: { d: dump(['mira', 'x']) } }))
      await recoverMissedCommits(server.world)
      const jobs = await server.world.db.read.selectFrom('job').select('kind').execute()
      expect(jobs).toEqual([])
      expect((await server.rowCounts())['commit_email']).toBe(0)
    })
  })

  describe('repositories of an exported project', () => {
    const settings = (staff: string, mira: number, project: number) => ({
      commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true },
      immutable_tags: { paths: ['/tags', '/a b'], whitelist: ['/tags/new'] },
      access_file: '[/]\r\n* = r\n[/secret]\n@staff = rw',
      has_default_permissions: false,
      email_notifications: [
        { path: '/trunk', emails: ['a@people.example'], users: [mira], user_groups: [`${project}_3`, staff] },
        { path: '/', emails: [], users: [], user_groups: [`${project}_4`] },
      ],
    })

    const createConfiguredProject = async () => {
      const svn = '<svn><repository name="main" dump-file="d"><access-file>[/]\n* = r</access-file></repository></svn>'
      const files = { d: dump(['mira', 'bug #1'], ['stranger', 'art #2, art #3']) }
      const { project = 0, repositories } = await importContent(content(svn, { trackers: [bugs(1, 2, 3)], files }))
      const [{ id }] = repositories
      const groups = (await admin().get(`projects/${project}/user_groups`)).body
      const staff = groups.find(({ short_name }: any) => short_name === 'staff').id
      const { body: members } = await admin().get(`user_groups/${project}_3/users`)
      const mira = members.find(({ username }: any) => username === 'mira').id
      expect((await admin().put(`svn/${id}`, { settings: settings(staff, mira, project) })).status).toBe(200)
      expect((await admin().put(`svn/${id}/mail_settings`, { subject_header: '[pumps]' })).status).toBe(200)
      const saved = await admin().put(`projects/${project}/svn_administrators`, { user_groups: [staff] })
      expect(saved.status).toBe(200)
      return { project, id }
    }
    /** Returns all details of the repositories of a project, with users and groups by name. */
    const repositoryDetails = async (project: number | undefined) => {
      const [{ id, name, settings: repositorySettings }] = await repositoriesOf(project)
      const { body: versions } = await admin().get(`svn/${id}/access_files`)
      const { body: mail } = await admin().get(`svn/${id}/mail_settings`)
      const { body: administrators } = await admin().get(`projects/${project}/svn_administrators`)
      const notifications = repositorySettings.email_notifications.map(({ path, emails, users, user_groups }: any) => ({
        path,
        emails,
        users: users.map(({ username }: any) => username),
        groups: user_groups.map(({ short_name }: any) => short_name),
      }))
      const administratorNames = JSON.stringify(administrators).match(/"short_name":"[^"]*"|"label":"[^"]*"/g)
      return {
        name,
        settings: { ...repositorySettings, email_notifications: notifications },
        versions,
        mail,
        named: administratorNames,
      }
    }

    it('have the same settings and references after one and after two round trips', async () => {
      const { project } = await createConfiguredProject()
      const before = await repositoryDetails(project)
      expect(before).toMatchObject({
        mail: { subject_header: '[pumps]' },
        settings: {
          has_default_permissions: false,
          email_notifications: [
            { path: '/trunk', users: ['mira'], groups: ['project_members', 'staff'] },
            { path: '/', groups: ['project_admins'] },
          ],
        },
      })
      const messagesOf = async (of: number | undefined): Promise<unknown> => {
        const artifacts = await artifactsOf(of)
        return artifacts.map(({ refs }: any) => refs)
      }
      expect(await messagesOf(project)).toEqual([['svn #main/1'], ['svn #main/2'], ['svn #main/2']])
      const second = await importFrom(await exportProject(project))
      expect(await repositoryDetails(second)).toEqual(before)
      expect(await messagesOf(second)).toEqual(await messagesOf(project))
      // Its commit messages contain artifact ids of the first archive, which other artifacts have on this site.
      const third = await importFrom(await exportProject(second))
      expect(await repositoryDetails(third)).toEqual(before)
      expect(await messagesOf(third)).toEqual(await messagesOf(project))
    })

    it('export to project.xml only what other products can read', async () => {
      const { project } = await createConfiguredProject()
      const path = await exportProject(project)
      const projectXml = await readFile(join(path, 'project.xml'), 'utf8')
      expect(/<svn>.*<\/svn>/s.exec(projectXml)?.[0]).toBe(
        '<svn><repository name="main" dump-file="svn/main.dump">' +
          '<access-file><![CDATA[[/]]]>&#13;<![CDATA[\n* = r\n[/secret]\n@staff = rw]]></access-file>' +
          '<notification path="/trunk" emails="a@people.example"/></repository></svn>',
      )
      expect(await readFile(join(path, 'svn/main.dump'), 'utf8')).toContain('art #2, art #3')
      const usersXml = await readFile(join(path, 'users.xml'), 'utf8')
      expect(usersXml).toContain('<username><![CDATA[mira]]></username>')
    })

    it('are not exported while they wait for deletion', async () => {
      const { project, id } = await createConfiguredProject()
      expect((await admin().delete(`svn/${id}`)).status).toBe(202)
      const projectXml = await readFile(join(await exportProject(project), 'project.xml'), 'utf8')
      expect(projectXml).not.toContain('<svn>')
      await server.world.db.write((tx) => tx.deleteFrom('job').execute())
    })

    it('cannot be exported without Subversion, unless they are excluded', async () => {
      const { project } = await createConfiguredProject()
      disk.setState('absent')
      try {
        const before = await server.rowCounts()
        const rejected = await admin().post(`projects/${project}/exports`)
        expect([rejected.status, rejected.body.error.message]).toEqual([
          501,
          'Not Implemented: Subversion is not available on this server',
        ])
        expect(await server.rowCounts()).toEqual(before)
        await expect(exportProject(project)).rejects.toThrow(
          /has Subversion repositories, and Subversion is not available on this server \(apt-get install subversion/,
        )
        const path = join(scratch, uniqueName())
        const sink = await openArchiveSink(path)
        const request = { project: project as never, sink, withoutRepositories: true, caller: system }
        const { counts } = await exportArchive(server.world, request)
        expect(counts.repositories).toBe(0)
        expect(await readFile(join(path, 'project.xml'), 'utf8')).not.toContain('<svn')
      } finally {
        disk.setState('ready')
      }
    })
  })

  describe('an archive with invalid repositories', () => {
    const expectNoChange = async (work: () => Promise<void>): Promise<void> => {
      const before = [await server.rowCounts(), [...disk.directories.keys()]]
      await work()
      expect([await server.rowCounts(), [...disk.directories.keys()]]).toEqual(before)
    }
    const invalid =
      'Repository name is invalid.  Must start by a letter, have a length of 3 characters minimum, only - _ . specials characters are allowed.'
    const good = '<repository name="good" dump-file="good"/>'

    it.each([
      ['<repository name="x" dump-file="good"/>', invalid],
      ['<repository name="a/../b" dump-file="good"/>', invalid],
      ['<repository dump-file="good"/>', '<repository> needs the attribute name'],
      ['<repository name="GOOD" dump-file="good"/>', 'Two repositories are called "GOOD"'],
      ['<repository name="main" dump-file="gone"/>', 'The dump gone of the repository main is not in the archive'],
      [
        '<repository name="main" dump-file="../good"/>',
        'The archive names "../good", which leads out of the archive by ..',
      ],
      [
        '<repository name="main" dump-file="/etc/passwd"/>',
        'The archive names "/etc/passwd", which is an absolute path; it must lie inside the archive',
      ],
      [
        '<repository name="main" dump-file="damaged"/>',
        'The dump damaged of the repository main cannot be loaded: Malformed dumpfile header',
      ],
      [
        `<repository name="main" dump-file="good"><notification path="/${'x'.repeat(255)}" emails="a@b.example"/></repository>`,
        'The path of a notification has more than 255 characters',
      ],
      [
        '<repository name="main" dump-file="good"><notification emails="a@b.example"/></repository>',
        '<notification> needs the attribute path',
      ],
    ])('rejects %s and imports nothing', async (badElement, text) => {
      const svn = `<svn>\n${good}\n${badElement}\n</svn>`
      const archive = await createTestArchive(
        content(svn, { files: { good: dump(['mira', 'x']), damaged: 'damaged' } }),
      )
      await expectNoChange(async () => {
        for (const check of [true, false]) {
          const problems = getImportProblems(await archive.import(server.world, { shortName: uniqueName(), check }))
          expect(problems).toEqual([`project.xml:${archive.lineOf(badElement)}: ${text}`])
        }
      })
    })

    it('leaves nothing behind after a check', async () => {
      const archive = await createTestArchive(content(`<svn>${good}</svn>`, { files: { good: dump(['mira', 'x']) } }))
      await expectNoChange(async () => {
        const { counts } = expectImported(await archive.import(server.world, { shortName: uniqueName(), check: true }))
        expect(counts.repositories).toBe(1)
      })
    })

    it('leaves nothing behind when the import fails at the end', async () => {
      const archive = await createTestArchive(content(`<svn>${good}</svn>`, { files: { good: dump(['mira', 'x']) } }))
      const eachCommit = () => Promise.reject(new Error('disk gone'))
      const world = { ...server.world, repositories: { ...disk, eachCommit } }
      await expectNoChange(async () => {
        await expect(archive.import(world, { shortName: uniqueName() })).rejects.toThrow('disk gone')
      })
    })

    it('is rejected without Subversion, and imported when its repositories are excluded', async () => {
      const archive = await createTestArchive(content(`<svn>\n${good}</svn>`, { files: { good: dump(['mira', 'x']) } }))
      const without = await createTestArchive(content('<svn/>'))
      disk.setState('absent')
      try {
        await expectNoChange(async () => {
          const [problem] = getImportProblems(await archive.import(server.world, { shortName: uniqueName() }))
          expect(problem).toBe(
            `project.xml:${archive.lineOf('name="good"')}: The project has Subversion repositories, and Subversion is not available on this server (apt-get install subversion apache2 libapache2-mod-svn)`,
          )
        })
        const imported = await archive.import(server.world, { shortName: uniqueName(), withoutRepositories: true })
        expect(expectImported(imported)).toMatchObject({ counts: { repositories: 0 }, ignored: ['svn'] })
        expect(expectImported(await without.import(server.world, { shortName: uniqueName() })).ignored).toEqual([])
      } finally {
        disk.setState('ready')
      }
    })
  })

  describe('repositories in an uploaded archive', () => {
    const importUpload = async (caller: string, of: ArchiveContent) => {
      const bytes = await createZipArchive(of)
      const body = { shortname: uniqueName(), label: 'Uploaded project', description: '', is_public: true }
      const from_archive = { file_name: 'project.zip', file_size: bytes.length }
      const { id, upload_href } = (await server.as(caller).post('projects', { ...body, from_archive })).body
      expect(await uploadArchive(server, caller, upload_href, bytes)).toEqual([204])
      await runJobs(server.world)
      return { id, state: (await server.as(caller).get(`project_imports/${id}`)).body }
    }
    const archiveUsers = [
      { id: 201, login: 'alice' },
      { id: 202, login: 'mallory' },
    ]
    const svn = '<svn><repository name="main" dump-file="d"/></svn>'

    it('are administered by the uploader, and only the uploader is matched as author of commits', async () => {
      const files = { d: dump(['mallory', 'Forged'], ['alice', 'Mine'], ['admin', 'Forged']) }
      const { id, state } = await importUpload('alice', content(svn, { users: archiveUsers, groups: [], files }))
      expect([state.status, state.problems]).toEqual(['done', []])
      const [listed] = (await server.as('alice').get(`projects/${id}/svn`)).body.repositories
      expect((await server.as('alice').get(`svn/${listed.id}`)).body.settings).toMatchObject({ access_file: '' })
      const commits = await server.world.db.read
        .selectFrom('repository_commit')
        .select(['author', 'user_id'])
        .where('repository_id', '=', listed.id)
        .orderBy('revision')
        .execute()
      expect(commits).toEqual([
        { author: 'mallory', user_id: null },
        { author: 'alice', user_id: server.idOf('alice') },
        { author: 'admin', user_id: null },
      ])
    })

    it('fail with the line of the problem, and the project name is free again', async () => {
      const directories = [...disk.directories.keys()]
      const { state } = await importUpload(
        'alice',
        content(svn, { users: archiveUsers, groups: [], files: { d: 'damaged' } }),
      )
      expect(state.status).toBe('failed')
      expect(state.problems).toMatchObject([
        { file: 'project.xml', text: expect.stringContaining('The dump d of the repository main cannot be loaded') },
      ])
      expect([...disk.directories.keys()]).toEqual(directories)
    })

    it('count towards the storage quota of the project', async () => {
      const change = (bytes: number | null) => changeSettings(server.world, system, { project_storage_bytes: bytes })
      await change(1000)
      try {
        const large = dump(['alice', 'x'.repeat(2000)])
        const { state } = await importUpload(
          'alice',
          content(svn, { users: archiveUsers, groups: [], files: { d: large } }),
        )
        expect(state.problems).toMatchObject([{ text: expect.stringMatching(/may have at most 1000/) }])
      } finally {
        await change(null)
      }
    })
  })
})
