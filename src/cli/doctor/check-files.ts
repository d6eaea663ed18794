import { Refusal } from '../../kit/messages/refusal.ts'
import { findFileDifferences } from '../../uploads/reads/file-differences.ts'
import type { World } from '../../world/model/world.ts'
import { describeLostFiles } from '../output/describe-lost-files.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** Checks that each attachment is in the store, and counts stored files without a record. */
export async function checkFiles(world: Pick<World, 'db' | 'files' | 'staging' | 'clock'>): Promise<Check> {
  const name = 'attachments'
  try {
    const { stored, missing, resized, unused, incomplete, staged } = await findFileDifferences(world)
    const lost = missing.length + resized.length
    if (lost > 0)
      return failCheck(name, `${describeLostFiles(lost)} "tulipwood files report" lists ${lost === 1 ? 'it' : 'them'}`)
    const left = [...unused, ...incomplete, ...staged].filter(({ isOld }) => isOld).length
    const rest = left === 0 ? '' : `, ${left} without a database record (the server deletes them within a day)`
    return passCheck(name, `${stored.count} stored${rest}`)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const { cause } = problem
    const why = cause instanceof Error ? `: ${cause.name} ${cause.message}` : ''
    return failCheck(name, `the file store is not reachable${why}`)
  }
}
