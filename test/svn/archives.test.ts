import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { recoverMissedCommits } from '../../src/subversion/commands/recover-missed-commits.ts'
import { sweepRepositories } from '../../src/subversion/commands/sweep-repositories.ts'
import { loadActiveRepositories } from '../../src/subversion/store/repositories.ts'
import { createArchive, expectImported, getImportProblems } from '../kit/archive.ts'
import { createLocalInstallation } from '../kit/local-installation.ts'
import { createFieldDefinition, createProjectFixture, createTrackerDefinition } from '../kit/project-fixture.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { startScript } from '../kit/script-process.ts'
import { adminPassword, countRows, createServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { createSvnClient, createWorkingDirectory, runProgram } from '../kit/svn-client.ts'
import { uploadArchive } from '../kit/uploaded-archive.ts'

const password = 'plenty of apples'
const system = { kind: 'system', reason: 'test' } as const

describe.skipIf(inject('subversion') === null)('repositories in project archives', () => {
  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    const otherServer = createServer(dialect)
    let scratch = ''
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
    let project = 0 as ProjectId
    let bug = 0

    beforeAll(async () => {
      scratch = await mkdtemp(path.join(tmpdir(), 'tulipwood-svn-archives-'))
      workingDirectory = await createWorkingDirectory()
      for (const login of ['Amy', 'bob'])
        for (const each of [server, otherServer]) await each.createUser(login, { password })
      const fixture = await createProjectFixture(server, 'pumps', {
        access: 'private',
        members: [server.idOf('Amy'), server.idOf('bob')],
        administrators: [server.idOf('Amy')],
        groups: { staff: [server.idOf('bob')] },
        trackers: () => [
          createTrackerDefinition('bug', [
            createFieldDefinition('string', 'bug:title'),
            createFieldDefinition('cross', 'bug:refs'),
          ]),
        ],
      })
      project = fixture.projectId
      await enableSubversion(server, project)
      // Gives artifacts other ids on the other server.
      const first = await createProjectFixture(otherServer, 'first', {
        trackers: () => [createTrackerDefinition('bug', [createFieldDefinition('string', 'bug:title')])],
      })
      for (const value of ['one', 'two', 'three']) {
        const values = [{ field_id: first.fields.get('bug:title'), value }]
        await otherServer.as('admin').post('artifacts', { tracker: { id: first.trackers.get('bug') }, values })
      }
      // The jobs of these artifacts; the import adds none.
      await runJobs(otherServer.world)
      const title = { field_id: fixture.fields.get('bug:title'), value: 'It leaks' }
      const sent = { tracker: { id: fixture.trackers.get('bug') }, values: [title] }
      bug = (await server.as('Amy').post('artifacts', sent)).body.id
      await fill(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    })
    afterAll(async () => {
      await workingDirectory?.remove()
      await rm(scratch, { recursive: true, force: true })
    })

    /** Creates a repository that uses every feature, and one without commits. */
    async function fill(origin: string): Promise<void> {
      const staff = (await server.as('Amy').get(`projects/${project}/user_groups`)).body.at(-1).id
      const settings = {
        layout: ['trunk', 'tags'],
        commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true },
        immutable_tags: { paths: ['/tags'], whitelist: ['/tags/new'] },
        access_file: '[/secret]\n@members =\n@staff = rw',
        email_notifications: [
          { path: '/trunk', emails: ['a@people.example'], users: [server.idOf('bob')], user_groups: [staff] },
        ],
      }
      const response = await server.as('Amy').post('svn', { project_id: project, name: 'main', settings })
      expect([response.status, response.body.error]).toEqual([201, undefined])
      expect((await server.as('Amy').post('svn', { project_id: project, name: 'quiet' })).status).toBe(201)
      const url = `${origin}/svnplugin/pumps/main`
      const amy = createSvnClient(workingDirectory.directory, 'Amy', password)
      const bob = createSvnClient(workingDirectory.directory, 'bob', password)
      await amy.run('checkout', '-q', url, 'all')
      const all = amy.in('all')
      const write = (name: string, text: string | Uint8Array) =>
        writeFile(path.join(workingDirectory.directory, 'all', name), text)
      await write('trunk/pump.bin', randomBytes(300_000))
      await write('trunk/é à #1 50%.txt', 'one\ntwo\n')
      await all.run('add', '-q', '--force', 'trunk')
      await all.run('propset', '-q', 'svn:executable', '*', 'trunk/pump.bin')
      await all.run('propset', '-q', 'note', 'ö\nz', 'trunk')
      await all.run('commit', '-q', '-m', `Begins with bug #${bug} – «très»`)
      await bob.run('copy', '-q', '-m', `A tag\n\nsee art #${bug}`, `${url}/trunk`, `${url}/tags/one`)
      await bob.run('mkdir', '-q', '-m', 'Hidden', `${url}/secret`)
      await bob.run('move', '-q', '-m', 'art #404 moved', `${url}/trunk/pump.bin`, `${url}/trunk/engine.bin`)
      await bob.run('lock', '-m', 'mine', `${url}/trunk/engine.bin`)
      await server.world.db.write((tx) => tx.deleteFrom('job').execute())
    }

    const exportTo = async (name: string): Promise<string> => {
      const to = path.join(scratch, name)
      await exportArchive(server.world, { project, sink: await openArchiveSink(to), caller: system })
      return to
    }
    const importFrom = async (from: string, shortName: string, check = false) => {
      const archive = await openArchive(from)
      const users = { kind: 'create', as: 'active' } as const
      const request = { archive, users, shortName, caller: system, check }
      return importArchive(otherServer.world, request).finally(() => archive.close())
    }
    const directoriesOf = async ({ world }: TestServer, of: number) => {
      const living = await loadActiveRepositories(world.db.read, [of as ProjectId])
      return new Map(living.map(({ name, directory }) => [name, world.repositories.path(directory ?? '')]))
    }
    /** A hash of the dump: log, contents, properties and UUID. */
    const digestOf = async (directory: string | undefined): Promise<string> => {
      const svnadmin = inject('subversion')?.svnadmin ?? ''
      const { code, stdout } = await runProgram(svnadmin, ['dump', '-q', directory ?? ''])
      expect(code).toBe(0)
      return createHash('sha256').update(stdout).digest('hex')
    }
    /** The REST responses about a repository, without ids. */
    const loadResponses = async (of: TestServer, id: number) => {
      const get = async (url: string) => (await of.as('Amy').get(`svn/${id}${url}`)).body
      const answers = {
        ...(await get('')),
        versions: await get('/access_files'),
        trunk: await get('/tree?path=/trunk'),
        commits: await get('/commits'),
        difference: await get('/diff?path=/trunk&revision=2'),
      }
      const own =
        /^(id|uri|user_url|users_uri|avatar_url|svn_url|key|ldap_id|shortname|label.*|project|post_processed_message)$/
      return JSON.parse(JSON.stringify(answers, (key, value) => (own.test(key) ? undefined : value)))
    }
    /** Links in commit messages: text and artifact id. */
    const linksIn = async (of: TestServer, id: number): Promise<[string, number][]> => {
      const { body } = await of.as('Amy').get(`svn/${id}/commits`)
      return body.flatMap(({ post_processed_message: html }: { post_processed_message: string }) =>
        [...html.matchAll(/<a href="[^"]*val=(\d+)[^>]*>([^<]*)<\/a>/g)].map(([, to, text]) => [text, Number(to)]),
      )
    }
    /** Expects that the copy of the project on the other server equals the original. */
    async function expectAllOf(copy: number): Promise<void> {
      const [original, copied] = [await directoriesOf(server, project), await directoriesOf(otherServer, copy)]
      expect([...copied.keys()]).toEqual([...original.keys()])
      for (const [name, directory] of original) expect(await digestOf(copied.get(name))).toBe(await digestOf(directory))
      const { body: originals } = await server.as('Amy').get(`projects/${project}/svn`)
      const { body: copies } = await otherServer.as('Amy').get(`projects/${copy}/svn`)
      const [tracker] = (await otherServer.as('Amy').get(`projects/${copy}/trackers`)).body
      const [artifact] = (await otherServer.as('Amy').get(`trackers/${tracker.id}/artifacts?values=all`)).body
      expect(artifact.id).not.toBe(bug)
      const [main, quiet] = originals.repositories.map(({ id }: any) => id)
      const [mainCopy, quietCopy] = copies.repositories.map(({ id }: any) => id)
      expect(await loadResponses(otherServer, mainCopy)).toEqual(await loadResponses(server, main))
      expect(await loadResponses(otherServer, quietCopy)).toEqual(await loadResponses(server, quiet))
      expect(await linksIn(server, main)).toEqual([
        ['art #404', 404],
        [`art #${bug}`, bug],
        [`bug #${bug}`, bug],
      ])
      expect(await linksIn(otherServer, mainCopy)).toEqual([
        [`art #${bug}`, artifact.id],
        [`bug #${bug}`, artifact.id],
      ])
      const refs = artifact.values.find(({ type }: any) => type === 'cross').value
      expect(refs.map(({ ref }: any) => ref)).toEqual(['svn #main/2', 'svn #main/3'])
      expect(await runJobs(otherServer.world)).toEqual({})
    }

    it.each(['directory', 'archive.zip'])('are unchanged after export to a %s and import', async (name) => {
      const report = expectImported(await importFrom(await exportTo(name), `copy-${name.slice(0, 3)}`))
      expect(report.counts.repositories).toBe(2)
      await expectAllOf(report.project?.id ?? 0)
      const before = await otherServer.rowCounts()
      await recoverMissedCommits(otherServer.world)
      expect(await otherServer.rowCounts()).toEqual(before)
    })

    it('are unchanged after export and upload over REST', async () => {
      const exportResponse = await server.as('Amy').post(`projects/${project}/exports`)
      expect(await runJobs(server.world)).toMatchObject({ 'export-project': 1 })
      const url = `/api/${exportResponse.body.uri}/archive`
      const headers = server.credentials('Amy')
      const { rawPayload: bytes } = await server.app.inject({ method: 'GET', url, headers })
      const source = { file_name: 'pumps.zip', file_size: bytes.length }
      const projectRequest = {
        shortname: 'uploaded',
        label: 'Uploaded',
        description: '',
        is_public: false,
        from_archive: source,
      }
      const { id, upload_href } = (await otherServer.as('admin').post('projects', projectRequest)).body
      expect(await uploadArchive(otherServer, 'admin', upload_href, bytes)).toEqual([204])
      await runJobs(otherServer.world)
      const { body: state } = await otherServer.as('admin').get(`project_imports/${id}`)
      expect([state.status, state.problems]).toEqual(['done', []])
      await expectAllOf(id)
    })

    it('are served by the importing server, with its hooks and permissions', async () => {
      const report = expectImported(await importFrom(await exportTo('served.zip'), 'served'))
      const origin = await otherServer.app.listen({ host: '127.0.0.1', port: 0 })
      const url = `${origin}/svnplugin/served/main`
      const admin = createSvnClient(workingDirectory.directory, 'admin', adminPassword)
      await otherServer.as('admin').post(`projects/${report.project?.id}/members`, { user_id: 101 })
      expect(await admin.run('list', `${url}/trunk`)).toBe('engine.bin\né à #1 50%.txt\n')
      expect((await admin.attempt('list', `${url}/secret`)).code).not.toBe(0)
      const [tracker] = (await otherServer.as('admin').get(`projects/${report.project?.id}/trackers`)).body
      const [{ id }] = (await otherServer.as('admin').get(`trackers/${tracker.id}/artifacts`)).body
      await admin.run('mkdir', '-q', '-m', `Continues with bug #${id}`, `${url}/trunk/new`)
      const rejected = await admin.attempt('mkdir', '-m', 'x', `${url}/tags/one/x`)
      expect(rejected.stderr).toContain('Commit to tag `tags/one/x/` is not allowed')
      const { body } = await otherServer.as('admin').get(`artifacts/${id}?values_format=all`)
      const refs = body.values.find(({ type }: any) => type === 'cross').value.map(({ ref }: any) => ref)
      expect(refs).toEqual(['svn #main/2', 'svn #main/3', 'svn #main/6'])
      await otherServer.world.db.write((tx) => tx.deleteFrom('job').execute())
    })

    const disk = async (): Promise<string[]> =>
      (await Array.fromAsync(otherServer.world.repositories.list())).map(({ directory }) => directory).sort()

    it.each<[string, (dump: Buffer) => Buffer, RegExp]>([
      ['that is truncated', (dump) => dump.subarray(0, dump.length - 10), /^.* cannot be loaded: .+/],
      ['that is empty', () => Buffer.alloc(0), /cannot be loaded: Premature end of content data/],
      ['that is not a dump', () => Buffer.from('Dear diary\n\n'), /cannot be loaded: Malformed dumpfile header/],
      [
        'without its last revision',
        (dump) => dump.subarray(0, dump.lastIndexOf('Revision-number: 5')),
        /The dump svn\/main.dump of the repository main has 4 of its 5 revisions/,
      ],
      [
        'with a wrong checksum',
        (dump) =>
          Buffer.from(
            dump
              .toString('latin1')
              .replace('Begins with', 'BEGINS WITH')
              .replace(/Text-content-md5: ...../g, 'Text-content-md5: 00000'),
            'latin1',
          ),
        /cannot be loaded: Checksum mismatch/,
      ],
    ])('a dump %s is reported as a problem, and nothing is imported', async (what, damage, problem) => {
      const from = await exportTo(`damaged ${what}`)
      const file = path.join(from, 'svn/main.dump')
      await writeFile(file, damage(await readFile(file)))
      const line = (await readFile(path.join(from, 'project.xml'), 'utf8'))
        .split('\n')
        .findIndex((each) => each.includes('<repository name="main"'))
      const [rows, directories] = [await otherServer.rowCounts(), await disk()]
      for (const check of [true, false]) {
        const problems = getImportProblems(await importFrom(from, 'damaged', check))
        expect(problems).toEqual([expect.stringMatching(problem)])
        expect(problems[0]).toMatch(new RegExp(`^project\\.xml:${line + 1}: `))
        expect(problems[0]).not.toContain(otherServer.world.config.dataDirectory)
      }
      expect([await otherServer.rowCounts(), await disk()]).toEqual([rows, directories])
    })

    it('a damaged zip is reported as a problem, and nothing is imported', async () => {
      const zip = await readFile(await exportTo('cut.zip'))
      // Damages the content of the dump, not the directory of the zip.
      const at = zip.indexOf('svn/main.dump') + 5000
      zip.fill(0, at, at + 100)
      const from = path.join(scratch, 'cut-now.zip')
      await writeFile(from, zip)
      const [rows, directories] = [await otherServer.rowCounts(), await disk()]
      expect(getImportProblems(await importFrom(from, 'cut'))).toEqual([
        // Either the zip reader or Subversion detects it first.
        expect.stringMatching(/The dump svn\/main.dump of the repository main cannot be loaded: ./),
      ])
      expect([await otherServer.rowCounts(), await disk()]).toEqual([rows, directories])
    })

    it('an export has the state of one revision, regardless of concurrent commits', async () => {
      const amy = createSvnClient(workingDirectory.directory, 'Amy', password)
      const address = server.app.server.address() as { port: number }
      const url = `http://127.0.0.1:${address.port}/svnplugin/pumps/main`
      const to = path.join(scratch, 'moment')
      const sink = await openArchiveSink(to)
      let isCommitted = false
      const late = {
        ...sink,
        async add(entry: string, content: AsyncIterable<string | Uint8Array>) {
          if (!isCommitted) await amy.run('mkdir', '-q', '-m', `late bug #${bug}`, `${url}/trunk/late`)
          isCommitted = true
          await sink.add(entry, content)
        },
      }
      await exportArchive(server.world, { project, sink: late, caller: system })
      const dump = await readFile(path.join(to, 'svn/main.dump'), 'latin1')
      expect([dump.includes('Revision-number: 5'), dump.includes('Revision-number: 6')]).toEqual([true, false])
      const report = expectImported(await importFrom(to, 'moment'))
      expect(report.counts.repositories).toBe(2)
      await server.world.db.write((tx) => tx.deleteFrom('job').execute())
    })
  })
})

const module = (of: string): string => JSON.stringify(new URL(`../../src/${of}`, import.meta.url).href)

/** A script that imports an archive whose dump never ends. */
const importer = (env: Readonly<Record<string, string>>, archive: string): string => `
  import { Readable } from 'node:stream'
  import { openWorld } from ${module('app/start/open-world.ts')}
  import { readConfig } from ${module('kit/system/config.ts')}
  import { openArchive } from ${module('archives/container/open-archive.ts')}
  import { importArchive } from ${module('archives/commands/import-archive.ts')}
  const world = await openWorld(readConfig(${JSON.stringify(env)}))
  const archive = await openArchive(${JSON.stringify(archive)})
  async function* slowly(content) {
    const bytes = Buffer.concat(await Array.fromAsync(content))
    yield bytes.subarray(0, bytes.length - 40)
    console.log('half of the dump is loaded')
    await new Promise(() => {})
  }
  setInterval(() => {}, 1000)
  const read = async (entry) => {
    const content = await archive.read(entry)
    return entry.endsWith('.dump') ? Readable.from(slowly(content), { objectMode: false }) : content
  }
  const result = await importArchive(world, {
    archive: { ...archive, read },
    users: { kind: 'create', as: 'active' },
    caller: { kind: 'system', reason: 'test' },
  })
  throw new Error(JSON.stringify(result))
`

describe.skipIf(inject('subversion') === null)('an import that is killed while it loads a repository', () => {
  onEachDatabase((dialect) => {
    it('leaves no row, and no directory after the sweep', async () => {
      const home = await createLocalInstallation(dialect)
      const world = await home.start()
      const { directory } = await world.repositories.create({ author: 'admin', layout: ['trunk', 'tags'] })
      const dump = Buffer.concat(await Array.fromAsync(world.repositories.dumpUntil(directory, 1)))
      await world.repositories.remove(directory)
      const sections = ['<svn><repository name="main" dump-file="svn/main.dump"/></svn>']
      const archive = await createArchive({ sections, files: { 'svn/main.dump': dump } })
      const before = await countRows(world)

      const child = startScript(importer(home.env, archive.path))
      await child.waitForOutput('half of the dump is loaded')
      const repositories = path.join(home.env.TULIPWOOD_DATA, 'svn/repositories')
      await expect.poll(() => readdir(repositories), { timeout: 30_000 }).toEqual([expect.stringMatching(/^new-/)])
      await child.kill()
      expect(await countRows(world)).toEqual(before)
      const tomorrow = { ...world, clock: { now: () => world.clock.now() + 86_500 } }
      // svnadmin exits because its input ended.
      await expect
        .poll(
          async () => {
            await sweepRepositories(tomorrow)
            return readdir(repositories)
          },
          { timeout: 30_000 },
        )
        .toEqual([])

      // The same archive can be imported afterwards.
      expect(expectImported(await archive.import(world)).counts.repositories).toBe(1)
      expect((await readdir(repositories)).length).toBe(1)
      await archive.remove()
      await world.db.close()
      await home.remove()
    })
  })
})
