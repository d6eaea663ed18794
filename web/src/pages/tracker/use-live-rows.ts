import { useEffect, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useChanges } from '../../data/live.ts'
import { renewArtifactLists } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { readByIds } from '../../data/suggestions.ts'
import { replaceListed, type TrackerArtifacts } from '../../data/tracker-artifacts.ts'
import { flash } from '../../live/flash.ts'

/** Changes that follow one another are read together. */
const collectMs = 300
/** As many as one request reads; beyond that the user reads the list again. */
const maxChanged = 100

interface LiveRows {
  /** Other users have created, deleted or moved artifacts since the list was read. */
  readonly isOutdated: boolean
  readonly renew: () => void
}

/** Shows what other users change, in the rows where it is: no row moves until the user reads the list again. */
export function useLiveRows({ id, project }: TrackerRepresentation, { findRow }: TrackerArtifacts): LiveRows {
  const user = useSession().data?.user?.id ?? null
  const [isOutdated, setOutdated] = useState(false)
  const changed = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef(findRow)
  latest.current = findRow
  const show = async (): Promise<void> => {
    const ids = [...changed.current]
    changed.current.clear()
    // Without an answer the rows stay as they were read.
    const read = await readByIds(ids).catch(() => undefined)
    if (read === undefined) return setOutdated(true)
    replaceListed(id, new Map(read.map((artifact) => [artifact.id, artifact])))
    // The rows are rendered first.
    requestAnimationFrame(() => {
      for (const each of ids) {
        const row = document.querySelector(`[role="grid"] [data-index="${latest.current(each)}"]`)
        if (row !== null) flash(row)
      }
    })
    if (read.length < ids.length) setOutdated(true)
  }
  useChanges(project.id, (change) => {
    if (change === 'unknown') return setOutdated(true)
    if (change.user?.id === user || (change.tracker.id !== id && change.from_tracker?.id !== id)) return
    if (change.kind !== 'updated' && change.kind !== 'comment_changed') return setOutdated(true)
    if (findRow(change.artifact.id) === undefined) return
    if (changed.current.size >= maxChanged) return setOutdated(true)
    changed.current.add(change.artifact.id)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void show(), collectMs)
  })
  return {
    isOutdated,
    renew() {
      setOutdated(false)
      void renewArtifactLists(id)
    },
  }
}
