import { ArchiveError } from './archive-error.ts'

/** Normalizes a name, `./a//b` to `a/b`; throws if it leaves the archive. */
export function normalizeEntryName(name: string): string {
  const problem = findProblem(name)
  if (problem !== undefined) throw new ArchiveError(`The archive names ${JSON.stringify(name)}, which ${problem}`)
  return splitName(name).join('/')
}

function findProblem(name: string): string | undefined {
  if (name.includes('\0')) return 'holds a NUL character'
  if (name.includes('\\')) return 'holds a backslash; directories are separated by /'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'is an absolute path; it must lie inside the archive'
  const steps = splitName(name)
  if (steps.includes('..')) return 'leads out of the archive by ..'
  return steps.length === 0 ? 'is no name' : undefined
}

function splitName(name: string): readonly string[] {
  return name.split('/').filter((step) => step !== '' && step !== '.')
}
