import { type Finding, findingText } from '../archives/findings.ts'
import type { Told } from './told.ts'

interface Found {
  readonly problems: readonly Finding[]
  readonly remarks: readonly Finding[]
}

/** Every problem with its line: all of them, so that they can be mended at once. */
export function refusedArchive({ problems, remarks }: Found): Told {
  const sum = `Nothing was imported: ${problems.length} problem${problems.length === 1 ? '' : 's'} found`
  return { lines: [], json: { problems, remarks }, complaints: [...problems.map(findingText), sum] }
}
