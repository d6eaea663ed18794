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

interface LiveList {
  readonly tracker: TrackerRepresentation
  readonly artifacts: TrackerArtifacts
  /** The condition of the list; empty: all artifacts. */
  readonly condition: string
  /** Ids of the fields whose values the rows show. */
  readonly fields: readonly number[]
}

interface LiveRows {
  /** Other users have changed which artifacts the list contains since it was read. */
  readonly isOutdated: boolean
  /** Artifacts that the condition does not find any more: their rows stay until the list is read again. */
  readonly left: ReadonlySet<number>
  readonly renew: () => void
}

const none: ReadonlySet<number> = new Set()

/** Shows what other users change, in the rows where it is: no row moves until the user reads the list again. */
export function useLiveRows({ tracker: { id, project }, artifacts, condition, fields }: LiveList): LiveRows {
  const user = useSession().data?.user?.id ?? null
  const [isOutdated, setOutdated] = useState(false)
  const [left, setLeft] = useState({ of: condition, ids: none })
  const changed = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef({ artifacts, condition, fields })
  latest.current = { artifacts, condition, fields }

  // A list that was read again contains only what the condition finds.
  const { isFetching } = artifacts
  useEffect(() => {
    if (isFetching) return () => setLeft((current) => (current.ids.size === 0 ? current : { ...current, ids: none }))
    return undefined
  }, [isFetching])

  const show = async (): Promise<void> => {
    const ids = [...changed.current]
    changed.current.clear()
    const { artifacts: list, condition: of, fields: visibleFields } = latest.current
    const read = async () => {
      const matching = await list.readMatching(ids)
      const matchingIds = new Set(matching.map((artifact) => artifact.id))
      const missing = ids.filter((each) => !matchingIds.has(each))
      return { matching, others: missing.length === 0 ? [] : await readByIds(missing, undefined, visibleFields) }
    }
    // Without an answer the rows stay as they were read.
    const answer = await read().catch(() => undefined)
    if (answer === undefined) return setOutdated(true)
    const { matching, others } = answer
    const all = [...matching, ...others]
    replaceListed(id, new Map(all.map((artifact) => [artifact.id, artifact])))
    if (of === latest.current.condition)
      setLeft((current) => {
        const rest = new Set(current.of === of ? current.ids : none)
        for (const artifact of matching) rest.delete(artifact.id)
        for (const artifact of others) rest.add(artifact.id)
        return { of, ids: rest }
      })
    // The rows are rendered first.
    requestAnimationFrame(() => {
      for (const each of ids) {
        const row = document.querySelector(
          `[role$="grid"] tbody [data-row="${latest.current.artifacts.findRow(each)}"]`,
        )
        if (row !== null) flash(row)
      }
    })
    if (all.length < ids.length) setOutdated(true)
  }
  useChanges(project.id, (change) => {
    if (change === 'unknown') return setOutdated(true)
    if (change.user?.id === user || (change.tracker.id !== id && change.from_tracker?.id !== id)) return
    // Rows stay where they are.
    if (change.kind === 'ranked') return
    if (change.kind !== 'updated' && change.kind !== 'comment_changed') return setOutdated(true)
    if (artifacts.findRow(change.artifact.id) === undefined) return
    if (changed.current.size >= maxChanged) return setOutdated(true)
    changed.current.add(change.artifact.id)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void show(), collectMs)
  })
  const leftNow = left.of === condition ? left.ids : none
  return {
    isOutdated: isOutdated || leftNow.size > 0,
    left: leftNow,
    renew() {
      setOutdated(false)
      setLeft({ of: condition, ids: none })
      void renewArtifactLists(id)
    },
  }
}
