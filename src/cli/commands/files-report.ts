import type { Command } from 'commander'
import type { EpochSeconds } from '../../kit/time.ts'
import { type FileDifferences, fileDifferences, type Leftover } from '../../uploads/reads/file-differences.ts'
import { inWorld } from '../action.ts'
import { inColumns } from '../columns.ts'

/** `files report` */
export const filesReport = (command: Command): Command =>
  command.description('list where the database and the stored bytes of files differ; changes nothing').action(
    inWorld(async ({ world }) => {
      const found = await fileDifferences(world)
      const lost = found.missing.length + found.resized.length
      return {
        lines: [
          ...inColumns(rowsOf(found, world.clock.now())),
          `${found.stored.count} stored, ${found.stored.bytes} bytes`,
        ],
        json: {
          ok: lost === 0,
          stored: found.stored,
          missing: found.missing.map(fileJson),
          resized: found.resized.map((file) => ({ ...fileJson(file), stored_size: file.storedSize })),
          unused: found.unused.map(leftoverJson),
          incomplete: found.incomplete.map(leftoverJson),
          staged: found.staged.map(leftoverJson),
        },
        complaints: lost === 0 ? [] : [`The bytes of ${lost} files are not what they were: restore them from a backup`],
      }
    }),
  )

function rowsOf({ missing, resized, unused, incomplete, staged }: FileDifferences, now: EpochSeconds): string[][] {
  const leftovers = (what: string, found: readonly Leftover[]): string[][] =>
    found.map(({ name, size, since, isOld }) => [
      what,
      `${size} bytes`,
      `${Math.max(0, Math.floor((now - since) / 3600))} h`,
      isOld ? name : `${name}, too young to be removed`,
    ])
  const rows = [
    ...missing.map((file) => ['missing', `${file.size} bytes`, artifactOf(file.artifact), nameOf(file)]),
    ...resized.map((file) => [
      'resized',
      `${file.storedSize} bytes instead of ${file.size}`,
      artifactOf(file.artifact),
      nameOf(file),
    ]),
    ...leftovers('unused', unused),
    ...leftovers('incomplete', incomplete),
    ...leftovers('staged', staged),
  ]
  return rows.length === 0 ? [] : [['WHAT', 'SIZE', 'ARTIFACT, AGE', 'NAME'], ...rows]
}

const artifactOf = (artifact: number | null): string => (artifact === null ? 'none' : `artifact #${artifact}`)

/** A name is anybody's: it stays on its line. */
const nameOf = ({ id, name }: { readonly id: number; readonly name: string }): string =>
  `file #${id} ${name.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')}`

const fileJson = ({ id, name, size, blob, artifact }: FileDifferences['missing'][number]) => ({
  file: id,
  name,
  size,
  artifact,
  blob,
})

const leftoverJson = ({ name, size, since, isOld }: Leftover) => ({
  name,
  size,
  since: new Date(since * 1000).toISOString(),
  removable: isOld,
})
