import { type Message, message } from '../../kit/messages/message.ts'
import { ArchiveError } from './archive-error.ts'

/** Normalizes a name, `./a//b` to `a/b`; throws if it leaves the archive. */
export function normalizeEntryName(name: string): string {
  const problem = findProblem(name)
  if (problem !== undefined)
    throw new ArchiveError(message`The archive names ${JSON.stringify(name)}, which ${problem}`)
  return splitName(name).join('/')
}

function findProblem(name: string): Message | undefined {
  if (name.includes('\0')) return message`holds a NUL character`
  if (name.includes('\\')) return message`holds a backslash; directories are separated by /`
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return message`is an absolute path; it must lie inside the archive`
  const steps = splitName(name)
  if (steps.includes('..')) return message`leads out of the archive by ..`
  return steps.length === 0 ? message`is no name` : undefined
}

function splitName(name: string): readonly string[] {
  return name.split('/').filter((step) => step !== '' && step !== '.')
}
