import { type Finding, formatFinding } from '../archives/findings.ts'
import type { CommandOutput } from './command-output.ts'

interface ArchiveFindings {
  readonly problems: readonly Finding[]
  readonly remarks: readonly Finding[]
}

/** Lists all problems with their lines, so that they can be fixed in one go. */
export function describeRejectedArchive({ problems, remarks }: ArchiveFindings): CommandOutput {
  const sum = `Nothing was imported: found ${problems.length} problem${problems.length === 1 ? '' : 's'}`
  return { lines: [], json: { problems, remarks }, problems: [...problems.map(formatFinding), sum] }
}
