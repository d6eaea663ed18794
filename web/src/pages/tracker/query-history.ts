import { openLastingDraft } from '../../data/drafts.ts'

const maxQueries = 10

/** The last queries of a user in a tracker, the newest first. */
export function readQueries(user: number | null, tracker: number): readonly string[] {
  try {
    const content: unknown = openLastingDraft(user, placeOf(tracker)).read()
    return Array.isArray(content) ? content.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

export function keepQuery(user: number | null, tracker: number, query: string): void {
  if (query === '') return
  const others = readQueries(user, tracker).filter((each) => each !== query)
  try {
    openLastingDraft<readonly string[]>(user, placeOf(tracker)).keep([query, ...others].slice(0, maxQueries))
  } catch {
    // The browser keeps nothing.
  }
}

const placeOf = (tracker: number): string => `queries:${tracker}`
