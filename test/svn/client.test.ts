import { createHash, randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { insertProject } from '../kit/project.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { getRounds } from '../kit/rounds.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createSvnClient, createSvnKey, createWorkingDirectory, runProgram, type SvnClient } from '../kit/svn-client.ts'

const password = 'plenty of apples'
// The working copy, the repository and the checkout each store the large file.
const { bavail, bsize } = statfsSync(tmpdir())
const hasRoom = bavail * bsize > 8 * 1024 ** 3
const largeMebibytes = getRounds('TULIPWOOD_TEST_SVN_MIB', { quick: 50, full: hasRoom ? 500 : 50 })
/**
 * The database only answers who has access: file contents go from the client through Apache to the disk. The large commit
 * runs on SQLite only; PostgreSQL gets one that no buffer holds.
 */
const commitSizes = {
  sqlite: {
    mebibytes: largeMebibytes,
    directories: getRounds('TULIPWOOD_TEST_SVN_DIRECTORIES', { quick: 2, full: 10 }),
  },
  postgres: { mebibytes: Math.min(largeMebibytes, 50), directories: 2 },
} as const

describe.skipIf(inject('subversion') === null)('a Subversion client', () => {
  onEachDatabase((dialect) => {
    const { mebibytes, directories } = commitSizes[dialect]
    const server = createServer(dialect)
    let base = ''
    let project: ProjectId
    let alice: SvnClient
    let bob: SvnClient
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>

    beforeAll(async () => {
      for (const login of ['Alice', 'bob']) await server.createUser(login, { password })
      project = await insertProject(server, {
        shortName: 'pumps',
        members: ['Alice', 'bob'],
        administrators: ['Alice'],
      })
      await enableSubversion(server, project)
      base = `${await server.app.listen({ host: '127.0.0.1', port: 0 })}/svnplugin/pumps`
      workingDirectory = await createWorkingDirectory()
      alice = createSvnClient(workingDirectory.directory, 'Alice', password)
      bob = createSvnClient(workingDirectory.directory, 'bob', await createSvnKey(server, 'bob'))
    })
    afterAll(() => workingDirectory?.remove())

    const repository = async (name: string): Promise<string> => {
      const response = await server
        .as('Alice')
        .post('svn', { project_id: project, name, settings: { layout: ['trunk', 'branches', 'tags'] } })
      expect(response.status).toBe(201)
      return `${base}/${name}`
    }

    it('checks out, adds, commits, updates, and reads blame, log and diff', async () => {
      const url = await repository('everyday')
      await alice.run('checkout', `${url}/trunk`, 'a')
      await bob.run('checkout', `${url}/trunk`, 'b')
      const [a, b] = [alice.in('a'), bob.in('b')]
      await writeFile(path.join(workingDirectory.directory, 'a/pump.txt'), 'one\ntwo\n')
      await a.run('add', 'pump.txt')
      expect(await a.run('commit', '-m', 'A pump')).toContain('Committed revision 2.')
      expect(await b.run('update')).toContain('Updated to revision 2.')
      await writeFile(path.join(workingDirectory.directory, 'b/pump.txt'), 'one\nthree\n')
      await b.run('commit', '-m', 'A louder pump – «très»')
      await a.run('update')
      expect(await a.run('blame', 'pump.txt')).toMatch(/2 +alice one\n +3 +bob three/)
      expect(await a.run('log')).toContain('A louder pump – «très»')
      expect(await a.run('diff', '-r', '2:3')).toContain('-two\n+three')
      await a.run('propset', 'svn:eol-style', 'native', 'pump.txt')
      await a.run('commit', '-m', 'Ends of lines')
      expect(await bob.run('propget', 'svn:eol-style', `${url}/trunk/pump.txt`)).toContain('native')
      expect(await bob.run('cat', `${url}/trunk/pump.txt@2`)).toBe('one\ntwo\n')
    })

    it('is redirected to a directory without the address of Apache', async () => {
      const url = await repository('moved')
      const authorization = `Basic ${Buffer.from(`Alice:${password}`).toString('base64')}`
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${url}/trunk`, { method, headers: { authorization }, redirect: 'manual' })
        const body = `Moved to ${url}/trunk/\n`
        expect([response.status, response.headers.get('location')]).toEqual([301, `${url}/trunk/`])
        expect(response.headers.get('content-length')).toBe(`${body.length}`)
        expect(await response.text()).toBe(method === 'GET' ? body : '')
      }
    })

    it('accepts backslashes anywhere in names', async () => {
      const url = await repository('backslashes')
      const names = ['a\\b', '..\\..\\up', 'back\\', '\\front']
      await alice.run('checkout', '-q', `${url}/trunk`, 'slashed')
      await mkdir(path.join(workingDirectory.directory, 'slashed/in\\side'))
      for (const name of [...names, 'in\\side/x\\y'])
        await writeFile(path.join(workingDirectory.directory, 'slashed', name), name)
      await alice.in('slashed').run('add', '-q', ...names, 'in\\side')
      expect(await alice.in('slashed').run('commit', '-m', 'Backslashes')).toContain('Committed revision 2.')
      await alice.run('copy', '-m', 'Copied', `${url}/trunk/in\\side`, `${url}/tags/out\\side`)
      await bob.run('checkout', '-q', url, 'slashed-again')
      for (const name of [...names, 'in\\side/x\\y'])
        expect(await readFile(path.join(workingDirectory.directory, 'slashed-again/trunk', name), 'utf8')).toBe(name)
      expect(await readFile(path.join(workingDirectory.directory, 'slashed-again/tags/out\\side/x\\y'), 'utf8')).toBe(
        'in\\side/x\\y',
      )
      expect((await bob.run('list', `${url}/trunk`)).split('\n').sort()).toEqual(['', ...names, 'in\\side/'].sort())
      const { body: list } = await server.as('bob').get(`projects/${project}/svn?query={"name":"backslashes"}`)
      const file = await server
        .as('bob')
        .get(`${list.repositories[0].uri}/file?path=${encodeURIComponent('/trunk/a\\b')}`)
      expect([file.status, file.text]).toEqual([200, 'a\\b'])
      const rules = { access_file: '[/trunk/a\\b]\nbob =\n@members =', email_notifications: [] }
      const tags = { paths: [], whitelist: [] }
      const commit_rules = { is_reference_mandatory: false, is_commit_message_change_allowed: false }
      const settings = { ...rules, commit_rules, immutable_tags: tags }
      expect((await server.as('Alice').put(list.repositories[0].uri, { settings })).status).toBe(200)
      expect(await bob.run('list', `${url}/trunk`)).not.toContain('a\\b')
      expect((await bob.attempt('cat', `${url}/trunk/a\\b`)).code).toBe(1)
    })

    it('copies and moves on the server, also names with blanks and accents', async () => {
      const url = await repository('moving')
      await alice.run('mkdir', '-m', 'Made', `${url}/trunk/vieille pompe à bras`)
      await alice.run('copy', '-m', 'Copied', `${url}/trunk`, `${url}/tags/v 1é`)
      await alice.run('move', '-m', 'Moved', `${url}/trunk/vieille pompe à bras`, `${url}/trunk/neuve #1 50%25`)
      expect(await bob.run('list', '-R', url)).toBe(
        'branches/\ntags/\ntags/v 1é/\ntags/v 1é/vieille pompe à bras/\ntrunk/\ntrunk/neuve #1 50%/\n',
      )
      await alice.run('delete', '-m', 'Gone', `${url}/tags/v 1é`)
      expect(await bob.run('list', `${url}/tags`)).toBe('')
    })

    it('locks a file against other users until it is unlocked', async () => {
      const url = await repository('locking')
      for (const [client, directory] of [
        [alice, 'la'],
        [bob, 'lb'],
      ] as const)
        await client.run('checkout', `${url}/trunk`, directory)
      await writeFile(path.join(workingDirectory.directory, 'la/plan'), 'a')
      await alice.in('la').run('add', 'plan')
      await alice.in('la').run('commit', '-m', 'A plan')
      await bob.in('lb').run('update')
      expect(await alice.in('la').run('lock', 'plan', '-m', 'mine')).toContain("locked by user 'alice'")
      expect((await bob.in('lb').attempt('lock', 'plan')).stderr).toContain('already locked')
      await writeFile(path.join(workingDirectory.directory, 'lb/plan'), 'b')
      expect((await bob.in('lb').attempt('commit', '-m', 'x')).stderr).toMatch(
        /is locked|E175002|E170004|E160039|E195022/,
      )
      // Deleting a directory with a locked file sends a lock token per URL.
      await alice.in('la').run('unlock', 'plan')
      expect(await bob.in('lb').run('commit', '-m', 'Mine now')).toContain('Committed revision 3.')
      await alice.in('la').run('update')
      await alice.in('la').run('lock', 'plan')
      await alice.in('la').run('delete', '--force', 'plan')
      expect(await alice.in('la').run('commit', '-m', 'No plan')).toContain('Committed revision 4.')
    })

    it('accepts concurrent commits without losing one', async () => {
      const url = await repository('together')
      const rounds = 5
      for (const [client, name] of [
        [alice, 'x'],
        [bob, 'y'],
      ] as const)
        await client.run('checkout', `${url}/trunk`, `both-${name}`)
      const commits = (
        [
          [alice, 'x'],
          [bob, 'y'],
        ] as const
      ).map(async ([client, name]) => {
        for (let round = 0; round < rounds; round++) {
          await writeFile(path.join(workingDirectory.directory, `both-${name}`, `${name}${round}`), name)
          await client.in(`both-${name}`).run('add', `${name}${round}`)
          await client.in(`both-${name}`).run('commit', '-m', `${name} ${round}`)
        }
      })
      await Promise.all(commits)
      expect((await bob.run('list', `${url}/trunk`)).trim().split('\n')).toHaveLength(2 * rounds)
      expect(await bob.run('info', '--show-item', 'revision', url)).toContain(`${1 + 2 * rounds}`)
    })

    it(`imports and checks out ${directories * 100} small files`, async () => {
      const url = await repository('many')
      for (let directory = 0; directory < directories; directory++) {
        await mkdir(path.join(workingDirectory.directory, `many/${directory}`), { recursive: true })
        const files = Array.from({ length: 100 }, (_, index) => index)
        await Promise.all(
          files.map((n) =>
            writeFile(path.join(workingDirectory.directory, `many/${directory}/f${n}`), `${directory} ${n}`),
          ),
        )
      }
      await alice.run('import', '-q', '-m', 'Many', 'many', `${url}/trunk`)
      await bob.run('checkout', '-q', `${url}/trunk`, 'checked-out')
      expect(
        (await runProgram('/usr/bin/diff', ['-r', '-x', '.svn', 'many', 'checked-out'], workingDirectory.directory))
          .stdout,
      ).toBe('')
      expect(await readFile(path.join(workingDirectory.directory, 'checked-out/1/f42'), 'utf8')).toBe('1 42')
    }, 120_000)

    it(`imports and exports a file of ${mebibytes} MiB unchanged`, async () => {
      const url = await repository('large')
      await changeSettings(server.world, { kind: 'system', reason: 'test' }, { svn_max_file_mib: mebibytes + 1 })
      const piece = randomBytes(1024 ** 2)
      const file = path.join(workingDirectory.directory, 'large.bin')
      const digest = createHash('sha256')
      for (let index = 0; index < mebibytes; index++) {
        piece.writeUInt32BE(index)
        digest.update(piece)
        await writeFile(file, piece, { flag: 'a' })
      }
      const before = process.memoryUsage().rss
      await alice.run('import', '-q', '-m', 'Large', file, `${url}/trunk/large.bin`)
      await bob.run('export', '-q', `${url}/trunk/large.bin`, 'back.bin')
      // Other tests share the process, so this only has a meaning for files larger than the limit.
      expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(300)
      const back = await runProgram('/usr/bin/sha256sum', ['back.bin'], workingDirectory.directory)
      expect(back.stdout.slice(0, 64)).toBe(digest.digest('hex'))
      for (const each of [file, path.join(workingDirectory.directory, 'back.bin')]) await rm(each)
    }, 300_000)
  })
})
