import { describe, expect, it } from 'vitest'
import { sweepFiles } from '../../src/uploads/commands/sweep-files.ts'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildFile,
  buildTracker,
  buildValue,
  createArchive,
  expectImported,
  openFields,
} from '../kit/archive.ts'
import { createLocalInstallation } from '../kit/local-installation.ts'
import { startScript } from '../kit/script-process.ts'
import { countRows, onEachDatabase } from '../kit/server.ts'

const on = '2026-02-02T09:14:03+01:00'
const text = buildChange('summary', 'string', [buildValue('x'.repeat(200))])
const files = buildChange('files', 'file', ['<value ref="fileinfo_1"/>'])

/** Creates an archive that is large enough to be killed during its import. */
const createLargeArchive = () =>
  createArchive({
    users: [{ id: 201, login: 'mira' }],
    trackers: [
      buildTracker({
        id: 'T1',
        fields: [buildField('string', 'F1', 'summary'), buildField('file', 'F2', 'files')],
        permissions: openFields('F1', 'F2'),
        artifacts: [
          buildArtifact(1, buildChangeset('mira', on, [text, files]), buildFile('fileinfo_1', 'a.txt', 'data/a')),
          ...Array.from({ length: 3000 }, (_, n) => buildArtifact(n + 2, buildChangeset('mira', on, [text]))),
        ],
      }),
    ],
    files: { 'data/a': 'bytes' },
  })

const module = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)

const script = (env: Readonly<Record<string, string>>, archive: string): string => `
  import { openWorld } from ${module('app/start/open-world.ts')}
  import { readConfig } from ${module('kit/system/config.ts')}
  import { importArchive } from ${module('archives/commands/import-archive.ts')}
  import { openArchive } from ${module('archives/container/open-archive.ts')}
  const world = await openWorld(readConfig(${JSON.stringify(env)}))
  await importArchive(world, {
    archive: await openArchive(${JSON.stringify(archive)}),
    users: { kind: 'create', as: 'active' },
    caller: { kind: 'system', reason: 'test' },
    progress: (done, total, what) => { if (what === 'writing') console.log('written ' + done) },
  })
  console.log('import finished')
`

onEachDatabase((dialect) => {
  describe('an import that is killed while it writes', () => {
    it('leaves no rows behind, and the import can be repeated', async () => {
      const home = await createLocalInstallation(dialect)
      const archive = await createLargeArchive()
      const first = await home.start()
      const before = await countRows(first)
      await first.db.close()

      const child = startScript(script(home.env, archive.path))
      await child.waitForOutput('written 500')
      await child.kill()
      expect(child.printed).not.toContain('import finished')

      const second = await home.start()
      expect(await countRows(second)).toEqual(before)
      // Files that were stored before the rows are removed by the sweep after a day.
      const { now } = second.clock
      expect(await Array.fromAsync(second.files.list())).toHaveLength(1)
      expect(await sweepFiles({ ...second, clock: { now: () => now() + 172_800 } })).toBe(1)

      const report = expectImported(await archive.import(second))
      expect(report.project?.id).toBe(dialect === 'sqlite' ? 101 : 102)
      expect(report.counts).toMatchObject({ artifacts: 3001, changesets: 3001, files: 1 })
      await second.db.close()
      await archive.remove()
      await home.remove()
    })
  })
})
