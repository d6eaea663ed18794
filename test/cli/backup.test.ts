import { createHash } from 'node:crypto'
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { findInstalledPostgres } from '../kit/installed-postgres.ts'
import { createDatabase, createPostgresServer, type PostgresServer } from '../kit/postgres-server.ts'
import { createCliInstallation, type Installation } from './command-line.ts'

const postgresBinaries = findInstalledPostgres()

describe.each(['sqlite', 'postgres'] as const)('backup on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && !(isFullMatrix && postgresBinaries !== undefined))(
    'of a running server',
    () => {
      let postgres: PostgresServer | undefined
      let installation: Installation
      let address: string
      let key: string
      /** Environment variables of the server's database. */
      let database: Record<string, string> = {}
      const place = (...names: string[]): string => path.join(installation.directory, ...names)
      /** Runs a command; lines of progress on standard error are left out. */
      const runIn = async (env: Record<string, string>, args: readonly string[]) => {
        const { stderr, ...result } = await installation.run(args, { env })
        return { ...result, stderr: stderr.replaceAll(/^\w+ \d+ %\n/gm, '') }
      }
      const run = (args: readonly string[]) => runIn(database, args)

      const request = async (base: string, url: string, options: RequestInit = {}) => {
        const headers = { 'x-auth-accesskey': key, 'content-type': 'application/json', ...options.headers }
        return fetch(`${base}/api/${url}`, { ...options, headers })
      }

      beforeAll(async () => {
        installation = await createCliInstallation('sqlite')
        if (dialect === 'postgres') {
          postgres = await createPostgresServer(postgresBinaries)
          database = { DATABASE_URL: (await createDatabase(postgres.url)).url }
          process.env['PATH'] = `${postgresBinaries}:${process.env['PATH']}`
        }
        expect((await installation.spawn(['demo', '--json'], { env: database })).code).toBe(0)
        const created = await run(['key', 'create', '--user', 'admin', '--scope', 'write:rest', '--json'])
        key = JSON.parse(created.stdout).key
        address = await installation.serve(database)
        // Its token is signed with a key of secret.key.
        expect((await request(address, 'changes')).status).toBe(200)
      })
      afterAll(async () => {
        await installation?.remove()
        await postgres?.stop()
      })

      const createArtifact = async (title: string): Promise<number> => {
        const { fields } = (await (await request(address, 'trackers/2')).json()) as any
        const values = [{ field_id: fields.find((field: any) => field.name === 'title').field_id, value: title }]
        const body = JSON.stringify({ tracker: { id: 2 }, values })
        const response = await request(address, 'artifacts', { method: 'POST', body })
        expect(response.status).toBe(201)
        return ((await response.json()) as any).id
      }
      /** Returns a new installation with the restored backup: environment variables, and the server's URL. */
      async function restore(backup: string, name: string, options: readonly string[] = []) {
        const env: Record<string, string> = { TULIPWOOD_DATA: place(name) }
        if (postgres !== undefined) env['DATABASE_URL'] = (await createDatabase(postgres.url)).url
        const result = await runIn(env, ['backup', 'restore', backup, ...options])
        return { env, result }
      }

      it('contains every write that was acknowledged before it began, and restores under load', async () => {
        const before = await createArtifact('before the backup')
        const createdDuring: number[] = []
        let isOver = false
        const writing = (async () => {
          while (!isOver) createdDuring.push(await createArtifact(`during the backup ${createdDuring.length}`))
        })()
        const created = await run(['backup', 'create', place('one'), '--secret-key', place('one.key')])
        isOver = true
        await writing
        expect(created).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') })
        expect(created.stdout).toContain(`Created the backup ${place('one')}`)
        expect((await readdir(place('one'))).sort()).toEqual(
          ['SHA256SUMS', 'backup.json', 'files', dialect === 'sqlite' ? 'tulipwood.sqlite' : 'database.dump'].sort(),
        )
        expect(await readFile(place('one.key'))).toEqual(await readFile(place('data', 'secret.key')))
        expect((await stat(place('one'))).mode & 0o077).toBe(0)

        const { env, result } = await restore(place('one'), 'restored', ['--secret-key', place('one.key')])
        expect(result).toMatchObject({ code: 0 })
        expect((await installation.run(['doctor'], { env })).code).toBe(0)
        const restored = await installation.serve(env)
        const read = async (base: string, url: string) => (await (await request(base, url)).text()).replaceAll(base, '')
        for (const url of ['projects/101', 'trackers/2', `artifacts/${before}`, 'artifacts/9?values_format=all'])
          expect([url, await read(restored, url)]).toEqual([url, await read(address, url)])
        // Tags and tokens of the original may be of what the backup does not have.
        const etag = (await request(address, `artifacts/${before}`)).headers.get('etag') ?? ''
        const { next } = (await (await request(address, 'changes')).json()) as { next: string }
        const changeTo = (base: string) =>
          request(base, `artifacts/${before}`, { method: 'PUT', body: '{"values":[]}', headers: { 'if-match': etag } })
        expect([(await changeTo(address)).status, (await changeTo(restored)).status]).toEqual([200, 412])
        const follow = (base: string) => request(base, `changes?since=${encodeURIComponent(next)}`)
        expect([(await follow(address)).status, (await follow(restored)).status]).toEqual([200, 410])
        // What was written meanwhile is there up to one moment, without gaps.
        const known = await Promise.all(
          createdDuring.map(async (id) => (await request(restored, `artifacts/${id}`)).ok),
        )
        expect(known).toEqual([...known].sort((a, b) => Number(b) - Number(a)))
        // Files, byte by byte.
        const files = (await readdir(place('one', 'files'), { recursive: true, withFileTypes: true })).filter((each) =>
          each.isFile(),
        )
        expect(files).toHaveLength(3)
        for (const { name } of files)
          expect(await readFile(place('restored', 'files', name.slice(0, 2), name))).toEqual(
            await readFile(place('data', 'files', name.slice(0, 2), name)),
          )
      })

      it('is verified by a restore into a temporary place, which is removed', async () => {
        await mkdir(place('scratch'))
        const { code, stdout } = await run(['backup', 'verify', place('one'), '--scratch', place('scratch'), '--json'])
        const report = JSON.parse(stdout)
        expect([code, report.ok, report.files, report.database]).toEqual([
          0,
          true,
          3,
          dialect === 'sqlite' ? 'sqlite' : 'postgresql',
        ])
        expect(await readdir(place('scratch'))).toEqual([])
      })

      it('has its verification recorded, in metrics and in doctor, also a failed one', async () => {
        const readMetrics = async () => {
          const text = await (await fetch(`${address}/metrics`)).text()
          const getValue = (name: string) =>
            new RegExp(`^tulipwood_backup_verification_${name} (.+)$`, 'm').exec(text)?.[1]
          return [getValue('age_seconds'), getValue('failed')]
        }
        const readCheck = async () =>
          JSON.parse((await run(['doctor', '--json'])).stdout).checks.find(
            (each: any) => each.name === 'verified backup',
          )
        const { created_on } = JSON.parse(await readFile(place('one', 'backup.json'), 'utf8'))
        expect(await readMetrics()).toEqual([expect.stringMatching(/^\d+$/), '0'])
        expect(await readCheck()).toMatchObject({
          ok: true,
          detail: expect.stringContaining(`${place('one')} of ${created_on}, verified on `),
        })

        // A path that is not one of a backup changes nothing.
        expect((await run(['backup', 'verify', place('scratch')])).code).toBe(1)
        expect(await readMetrics()).toEqual([expect.any(String), '0'])
        await cp(place('one'), place('broken'), { recursive: true })
        const entry = dialect === 'sqlite' ? 'tulipwood.sqlite' : 'database.dump'
        await appendFile(place('broken', entry), 'x')
        expect((await run(['backup', 'verify', place('broken')])).code).toBe(1)
        expect(await readMetrics()).toEqual([expect.stringMatching(/^\d+$/), '1'])
        expect(await readCheck()).toMatchObject({
          ok: false,
          detail: expect.stringMatching(/broken of .+ was not valid on .+ \(0 days ago\): .+ is damaged/),
        })

        // A backup that contains the record of a failure is valid nevertheless.
        expect((await run(['backup', 'create', place('after')])).code).toBe(0)
        expect(await run(['backup', 'verify', place('after')])).toMatchObject({ code: 0 })
        expect(await readMetrics()).toEqual([expect.any(String), '0'])
        // Where there is no installation, nothing is recorded.
        const { code, stdout } = await runIn({ ...database, TULIPWOOD_DATA: place('elsewhere') }, [
          ...['backup', 'verify', place('one'), '--json'],
        ])
        expect([code, JSON.parse(stdout).is_recorded]).toEqual([0, dialect === 'postgres'])
      })

      it('has checksums in the form of sha256sum', async () => {
        const lines = (await readFile(place('one', 'SHA256SUMS'), 'utf8')).trim().split('\n')
        expect(lines).toHaveLength(4)
        for (const line of lines) {
          const [digest, entry] = line.split('  ')
          const bytes = await readFile(place('one', entry ?? ''))
          expect([entry, digest]).toEqual([entry, createHash('sha256').update(bytes).digest('hex')])
        }
      })

      it('overwrites nothing, and is not restored into an installation that exists', async () => {
        const refusal = (message: string) => ({ code: 1, stdout: '', stderr: `${message}\n` })
        expect(await run(['backup', 'create', place('one')])).toEqual(
          refusal(`${place('one')} exists already: nothing is overwritten`),
        )
        await writeFile(place('taken.key'), 'mine')
        expect(await run(['backup', 'create', place('two'), '--secret-key', place('taken.key')])).toEqual(
          refusal(`${place('taken.key')} exists already: nothing is overwritten`),
        )
        expect(await readFile(place('taken.key'), 'utf8')).toBe('mine')
        expect(await run(['backup', 'restore', place('one')])).toEqual(
          refusal(
            dialect === 'sqlite'
              ? `${place('data')} has a database already: restore into an empty directory`
              : 'The database of DATABASE_URL is not empty: restore into an empty one',
          ),
        )
        expect(await run(['backup', 'verify', place('data')])).toEqual(
          refusal(`${place('data')} is not a backup: it has no backup.json`),
        )
        expect((await readdir(installation.directory)).filter((name) => name.includes('partial'))).toEqual([])
      })

      it('with a damaged or missing entry is rejected by its name, and no database is restored', async () => {
        expect((await run(['backup', 'create', place('damaged')])).stdout).toContain('It does not contain secret.key')
        const [inner = ''] = await readdir(place('damaged', 'files'))
        const [name = ''] = await readdir(place('damaged', 'files', inner))
        const damaged = place('damaged', 'files', inner, name)
        await appendFile(damaged, 'x')
        const refused = await restore(place('damaged'), 'never')
        expect(refused.result).toMatchObject({
          code: 1,
          stderr: `${damaged} is damaged: its content does not match its checksum\n`,
        })
        await expect(stat(place('never', 'files', inner, name))).rejects.toThrow('ENOENT')
        await expect(stat(place('never', 'tulipwood.sqlite'))).rejects.toThrow('ENOENT')
        await rm(damaged)
        expect((await run(['backup', 'verify', place('damaged')])).stderr).toBe(`${damaged} cannot be read (ENOENT)\n`)
        const entry = dialect === 'sqlite' ? 'tulipwood.sqlite' : 'database.dump'
        const sums = await readFile(place('damaged', 'SHA256SUMS'), 'utf8')
        await writeFile(
          place('damaged', 'SHA256SUMS'),
          sums
            .split('\n')
            .filter((line) => line.endsWith(entry))
            .join('\n'),
        )
        await appendFile(place('damaged', entry), 'x')
        expect((await run(['backup', 'verify', place('damaged')])).stderr).toBe(
          `${place('damaged', entry)} is damaged: its content does not match its checksum\n`,
        )
        for (const line of ['nonsense', `${'0'.repeat(64)}  files/../../escape`]) {
          await writeFile(place('damaged', 'SHA256SUMS'), line)
          expect((await run(['backup', 'verify', place('damaged')])).stderr).toBe(
            `${place('damaged', 'SHA256SUMS')} is damaged: ${JSON.stringify(line)} is not a checksum\n`,
          )
        }
      })

      it('of the other kind of database, or of a later format, is rejected', async () => {
        const manifest = JSON.parse(await readFile(place('one', 'backup.json'), 'utf8'))
        await mkdir(place('other'))
        const write = (changed: object) =>
          writeFile(place('other', 'backup.json'), JSON.stringify({ ...manifest, ...changed }))
        await write({ database: dialect === 'sqlite' ? 'postgresql' : 'sqlite' })
        expect((await run(['backup', 'restore', place('other')])).stderr).toBe(
          dialect === 'sqlite'
            ? 'The backup is that of a PostgreSQL database: set DATABASE_URL to an empty one\n'
            : 'The backup is that of an embedded database: restore it without DATABASE_URL\n',
        )
        await write({ format: 2, version: '9.0.0' })
        expect((await run(['backup', 'verify', place('other')])).stderr).toBe(
          `${place('other')} has the format 2 of Tulipwood 9.0.0; this version reads format 1\n`,
        )
        await writeFile(place('other', 'backup.json'), '{"format":')
        expect((await run(['backup', 'verify', place('other')])).stderr).toBe(
          `${place('other', 'backup.json')} is damaged: its content is not that of a backup\n`,
        )
      })
    },
  )
})
