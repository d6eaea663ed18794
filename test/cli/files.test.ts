import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { processIo } from '../../src/cli/context/cli-io.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { type Database, openDatabase } from '../../src/database/db/db.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { ArtifactId, FileId } from '../../src/kit/values/ids.ts'
import { openDirectoryFiles } from '../../src/uploads/storage/open-files.ts'
import { createBytes } from '../kit/files-contract.ts'
import { createCliInstallation, type Installation } from './command-line.ts'

describe.each(['sqlite', 'postgres'] as const)('files on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && inject('postgresUrl') === null)('of an installation', () => {
    let installation: Installation
    let db: Database
    const dataPath = (...names: string[]): string => path.join(installation.env['TULIPWOOD_DATA'] ?? '', ...names)
    const files = () => openDirectoryFiles(readConfig(installation.env))

    beforeAll(async () => {
      installation = await createCliInstallation(dialect)
      await installation.initialize()
      const url = installation.env['DATABASE_URL']
      db = await openDatabase(url === undefined ? { directory: dataPath() } : { url })
    })
    afterAll(async () => {
      await db?.close()
      await installation?.remove()
    })

    let last = 100
    /** Inserts a row with its content; `recordedSize`: the size in the row. */
    async function insertFile(
      name: string,
      content: string,
      recordedSize = content.length,
      artifact: number | null = null,
    ) {
      const id = ++last as FileId
      const stored = await files().store(createBytes(content))
      const facts = { media_type: 'text/plain', description: '', created_on: 1, submitted_by: null, field_id: null }
      const row = {
        ...facts,
        id,
        name,
        size: recordedSize,
        blob: stored.name,
        status: artifact === null ? 'complete' : 'attached',
      }
      await db.write((tx) =>
        tx
          .insertInto('file')
          .values({ ...row, artifact_id: artifact as ArtifactId | null })
          .execute(),
      )
      return { id, blob: stored.name, path: dataPath('files', stored.name.slice(0, 2), stored.name) }
    }
    const deleteRow = (id: FileId) => db.write((tx) => tx.deleteFrom('file').where('id', '=', id).execute())
    const makeOld = async (target: string): Promise<void> => {
      const old = Date.now() / 1000 - 90_000
      await utimes(target, old, old)
    }

    it('that are consistent have nothing to report', async () => {
      await insertFile('a.txt', 'hello', 5, 7)
      const { code, stdout, stderr } = await installation.run(['files', 'report'])
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: '1 file, 5 bytes. Database and storage agree.\n',
        stderr: '',
      })
      expect(await installation.runJson('files', 'report')).toEqual({
        ok: true,
        stored: { count: 1, bytes: 5 },
        missing: [],
        resized: [],
        unused: [],
        incomplete: [],
        staged: [],
      })
    })

    it('that are missing or have the wrong size are reported, and repair keeps their rows', async () => {
      const gone = await insertFile('gone\n\u202E.txt', 'gone', 4, 7)
      const cut = await insertFile('cut.txt', 'cu', 3)
      await rm(gone.path)
      const { code, stdout, stderr } = await installation.run(['files', 'report'])
      expect(code).toBe(1)
      expect(stderr).toBe('2 files are missing or have the wrong size. Restore them from a backup.\n')
      expect(stdout).toMatch(new RegExp(`^missing +4 bytes +artifact #7 +file #${gone.id} gone\\?\\?\\.txt$`, 'm'))
      expect(stdout).toMatch(new RegExp(`^resized +2 bytes instead of 3 +none +file #${cut.id} cut.txt$`, 'm'))
      const report = JSON.parse((await installation.run(['files', 'report', '--json'])).stdout)
      expect(report).toMatchObject({
        ok: false,
        missing: [{ file: gone.id, name: 'gone\n\u202E.txt', size: 4, artifact: 7, blob: gone.blob }],
        resized: [{ file: cut.id, size: 3, stored_size: 2, artifact: null }],
      })
      const doctor = await installation.run(['doctor'])
      expect(doctor.stdout).toMatch(/^WRONG +attachments +2 files are missing or have the wrong size/m)
      await installation.runJson('files', 'repair')
      expect(await installation.run(['files', 'report'])).toMatchObject({ code: 1, stderr })
      await deleteRow(gone.id)
      await deleteRow(cut.id)
      await rm(cut.path)
    })

    it('without a row are reported with their age, and removed when they are old', async () => {
      const [old, young] = [await files().store(createBytes('old')), await files().store(createBytes('young'))]
      await makeOld(dataPath('files', old.name.slice(0, 2), old.name))
      const half = path.join(dataPath('files', 'incoming'), 'e'.repeat(32))
      await writeFile(half, 'half')
      await makeOld(half)
      await writeFile(dataPath('uploads', 'tracker-999'), 'stray')
      await makeOld(dataPath('uploads', 'tracker-999'))
      await writeFile(dataPath('uploads', 'tracker-998'), 'new')
      const report = await installation.runJson('files', 'report')
      expect(report).toMatchObject({ ok: true, incomplete: [{ name: 'e'.repeat(32), size: 4, removable: true }] })
      expect(new Map(report.unused.map((each: any) => [each.name, each.removable]))).toEqual(
        new Map([
          [old.name, true],
          [young.name, false],
        ]),
      )
      expect(report.staged.map(({ name, size, removable }: any) => [name, size, removable]).sort()).toEqual([
        ['tracker-998', 3, false],
        ['tracker-999', 5, true],
      ])
      const { stdout } = await installation.run(['files', 'report'])
      expect(stdout).toMatch(new RegExp(`^unused +3 bytes +25 h +${old.name}$`, 'm'))
      expect(stdout).toMatch(new RegExp(`^unused +5 bytes +0 h +${young.name} \\(not old enough to delete\\)$`, 'm'))

      expect(await installation.runJson('files', 'repair')).toEqual({ removed: { stored: 2, staged: 1 } })
      expect(await files().sizeOf(young.name)).toBe(5)
      expect(await installation.run(['files', 'repair', '--now'])).toMatchObject({
        code: 0,
        stdout: 'Deleted 1 stored file and 1 staged file\n',
      })
      expect(await installation.runJson('files', 'report')).toMatchObject({
        ok: true,
        stored: { count: 1 },
        unused: [],
        staged: [],
      })
      expect(await readdir(dataPath('uploads'))).toEqual([])
    })

    it.each([
      ['\n', 2, 5],
      ['y\n', 0, undefined],
    ])('without a row: on a terminal, the answer %j ends repair with %i', async (answer, code, size) => {
      const { name } = await files().store(createBytes('stray'))
      await makeOld(dataPath('files', name.slice(0, 2), name))
      const stdin = Object.assign(Readable.from([answer]), { isTTY: true })
      const io = { ...processIo, env: installation.env, stdin, out() {}, error() {} }
      expect(await runCommandLine(['files', 'repair'], io)).toBe(code)
      expect(await files().sizeOf(name)).toBe(size)
      await installation.runJson('files', 'repair')
    })

    it('are not copied to a bucket that is not configured', async () => {
      expect(await installation.run(['files', 'copy', '--to', 's3'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('TULIPWOOD_S3_BUCKET'),
      })
      expect((await installation.run(['files', 'copy', '--to', 'tape'])).code).toBe(2)
      expect((await stat(dataPath('files'))).isDirectory()).toBe(true)
    })
  })
})
