import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { fileDifferences } from '../../uploads/reads/file-differences.ts'
import { type Check, healthy, ill } from './check.ts'

/** Attachments: every row has its bytes, and how many bytes have no row. */
export async function checkFiles(world: Pick<World, 'db' | 'files' | 'staging' | 'clock'>): Promise<Check> {
  const name = 'attachments'
  try {
    const { stored, missing, resized, unused, incomplete, staged } = await fileDifferences(world)
    const lost = missing.length + resized.length
    if (lost > 0) return ill(name, `the bytes of ${lost} are not what they were (tulipwood files report): restore them`)
    const left = [...unused, ...incomplete, ...staged].filter(({ isOld }) => isOld).length
    const rest = left === 0 ? '' : `, ${left} nobody speaks of (the server removes them within a day)`
    return healthy(name, `${stored.count} stored${rest}`)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const { cause } = problem
    const why = cause instanceof Error ? `: ${cause.name} ${cause.message}` : ''
    return ill(name, `their store cannot be reached${why}`)
  }
}
