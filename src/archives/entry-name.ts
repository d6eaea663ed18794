import { ArchiveProblem } from './problem.ts'

/** The name in its plain form, `./a//b` as `a/b`; one that points out of the archive is refused. */
export function entryName(name: string): string {
  const problem = problemOf(name)
  if (problem !== undefined) throw new ArchiveProblem(`The archive names ${JSON.stringify(name)}, which ${problem}`)
  return stepsOf(name).join('/')
}

function problemOf(name: string): string | undefined {
  if (name.includes('\0')) return 'holds a NUL character'
  if (name.includes('\\')) return 'holds a backslash; folders are separated by /'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'is an absolute path; it must lie inside the archive'
  const steps = stepsOf(name)
  if (steps.includes('..')) return 'leads out of the archive by ..'
  return steps.length === 0 ? 'is no name' : undefined
}

function stepsOf(name: string): readonly string[] {
  return name.split('/').filter((step) => step !== '' && step !== '.')
}
