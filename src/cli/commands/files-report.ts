import type { Command } from 'commander'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { type FileDifferences, findFileDifferences, type UnusedBytes } from '../../uploads/reads/file-differences.ts'
import { withDatabase } from '../context/command-context.ts'
import { describeLostFiles } from '../output/describe-lost-files.ts'
import { formatColumns } from '../output/format-columns.ts'
import { formatCount } from '../output/format-count.ts'
import { formatSize } from '../output/format-size.ts'

/** `files report` */
export const configureFilesReport = (command: Command): Command =>
  command.description('report files missing from the store or from the database').action(
    withDatabase(async ({ world, io }) => {
      const differences = await findFileDifferences(world)
      const { stored } = differences
      const lost = differences.missing.length + differences.resized.length
      const rows = tableRows(differences, world.clock.now())
      const count = `${formatCount(stored.count, 'file')}, ${formatSize(stored.bytes)}.`
      return {
        isResult: true,
        lines:
          rows.length === 0
            ? [`${count} Database and storage agree.`]
            : [...formatColumns(io, [['WHAT', 'SIZE', 'ARTIFACT, AGE', 'NAME'], ...rows]), count],
        json: {
          ok: lost === 0,
          stored,
          missing: differences.missing.map(fileJson),
          resized: differences.resized.map((file) => ({ ...fileJson(file), stored_size: file.storedSize })),
          unused: differences.unused.map(leftoverJson),
          incomplete: differences.incomplete.map(leftoverJson),
          staged: differences.staged.map(leftoverJson),
        },
        problems: lost === 0 ? [] : [describeLostFiles(lost)],
      }
    }),
  )

function tableRows({ missing, resized, unused, incomplete, staged }: FileDifferences, now: EpochSeconds): string[][] {
  const leftovers = (what: string, leftoverBytes: readonly UnusedBytes[]): string[][] =>
    leftoverBytes.map(({ name, size, since, isOld }) => [
      what,
      formatCount(size, 'byte'),
      `${Math.max(0, Math.floor((now - since) / 3600))} h`,
      isOld ? name : `${name} (not old enough to delete)`,
    ])
  return [
    ...missing.map((file) => [
      'missing',
      formatCount(file.size, 'byte'),
      formatArtifact(file.artifact),
      formatFileName(file),
    ]),
    ...resized.map((file) => [
      'resized',
      `${formatCount(file.storedSize, 'byte')} instead of ${file.size}`,
      formatArtifact(file.artifact),
      formatFileName(file),
    ]),
    ...leftovers('unused', unused),
    ...leftovers('incomplete', incomplete),
    ...leftovers('staged', staged),
  ]
}

const formatArtifact = (artifact: number | null): string => (artifact === null ? 'none' : `artifact #${artifact}`)

/** File names are untrusted: replaces control characters and line breaks. */
const formatFileName = ({ id, name }: { readonly id: number; readonly name: string }): string =>
  `file #${id} ${name.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')}`

const fileJson = ({ id, name, size, blob, artifact }: FileDifferences['missing'][number]) => ({
  file: id,
  name,
  size,
  artifact,
  blob,
})

const leftoverJson = ({ name, size, since, isOld }: UnusedBytes) => ({
  name,
  size,
  since: new Date(since * 1000).toISOString(),
  removable: isOld,
})
