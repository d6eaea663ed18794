import { type Finding, formatFinding } from '../../archives/plan/findings.ts'
import type { CommandOutput } from '../context/command-output.ts'
import { formatCount } from '../output/format-count.ts'

interface ArchiveFindings {
  readonly problems: readonly Finding[]
  readonly remarks: readonly Finding[]
}

/** Lists all problems with their lines, so that they can be fixed in one go. */
export function describeRejectedArchive({ problems, remarks }: ArchiveFindings): CommandOutput {
  const sum = `Nothing was imported: found ${formatCount(problems.length, 'problem')}`
  return { lines: [], json: { problems, remarks }, problems: [...problems.map(formatFinding), sum] }
}
