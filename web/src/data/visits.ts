import { useEffect } from 'react'
import type { OpenArtifact } from './artifacts.ts'
import { sendChange } from './client.ts'
import { buildQueryKey, queryCache } from './queries.ts'
import { keepRecentArtifact, removeRecentArtifacts } from './recent-artifacts.ts'
import { useSession } from './session.ts'

/** For how long an artifact is shown until it counts as seen: what comes first on a page has the connection by then. */
const seenMs = 1000

const path = '/users/self/visited_artifacts'

/**
 * Records that the user saw an artifact: on the server, which lists it on all devices, and in this browser, where the
 * command menu finds it at once. An artifact whose page was opened is there immediately.
 */
export function useVisit(artifact: OpenArtifact, isPage: boolean): void {
  const { id, xref, title, tracker, full_status: status, is_open: isOpen } = artifact
  const session = useSession().data
  const user = session === undefined ? undefined : (session.user?.id ?? null)
  const color = status?.color ?? null
  useEffect(() => {
    if (user === undefined) return
    const keep = (): void => keepRecentArtifact(user, { id, xref, title, tracker: tracker.label, color, isOpen })
    if (isPage) return keep()
    const timer = setTimeout(keep, seenMs)
    return () => clearTimeout(timer)
  }, [user, isPage, id, xref, title, tracker.label, color, isOpen])
  useEffect(() => {
    if (user === undefined || user === null) return
    const timer = setTimeout(() => void recordVisit(id), seenMs)
    return () => clearTimeout(timer)
  }, [user, id])
}

async function recordVisit(artifact: number): Promise<void> {
  try {
    await sendChange('PUT', `/artifacts/${artifact}/visit`)
    await queryCache.invalidateQueries({ queryKey: buildQueryKey(path) })
  } catch {
    // The user did not request this: the artifact is missing in a list, which is no reason for a message.
  }
}

/** Removes all artifacts that a user saw from the lists. */
export async function clearVisits(user: number): Promise<void> {
  await sendChange('PUT', `/users/${user}/history`, [])
  removeRecentArtifacts(user)
  await queryCache.invalidateQueries({ queryKey: buildQueryKey(path) })
}
