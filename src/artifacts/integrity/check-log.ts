import type { IntegrityProblem } from '../model/integrity-problem.ts'
import { type Check, problemOf, type StoredArtifact } from './stored-artifact.ts'

/**
 * No change without its event, no event without its change. An import tells nobody of the history it brings, so the
 * oldest changesets may be unknown to the log; from the first one it knows it knows them all, each once, and each is
 * later than the one before it. One that was restored after its deletion begins anew, with the history it brings.
 */
export const checkLog: Check = (record) => {
  const { history } = record
  const log = logSinceRestoration(record.log)
  const problems: IntegrityProblem[] = []
  const report = (detail: string): void => {
    problems.push(problemOf(record, 'log', detail))
  }
  const logged = new Map<number, number>()
  const own = new Set<number>(history.steps.map(({ id }) => id))
  for (const { id, kind, changesetId } of log) {
    if (kind === 'deleted') report(`change ${id} says that it was deleted`)
    else if (changesetId === null || !own.has(changesetId))
      report(`change ${id} tells of changeset ${changesetId}, which is none of its own`)
    else logged.set(changesetId, (logged.get(changesetId) ?? 0) + 1)
  }
  const first = history.steps.findIndex(({ id }) => logged.has(id))
  const created = log.filter(({ kind }) => kind === 'created')
  if (created.length > 1) report(`${created.length} changes say that it was created`)
  // A restoration is a creation whose history nobody is told.
  if (created.some(({ changesetId }) => changesetId !== history.steps[first]?.id))
    report('another changeset than the first that is known is said to have created it')
  if (first < 0) return problems
  for (const [index, { id }] of history.steps.entries()) {
    if (index < first) continue
    const times = logged.get(id) ?? 0
    if (times !== 1) report(`changeset ${id} has ${times === 0 ? 'no change' : `${times} changes`} in the log`)
  }
  return problems
}

/** The log of this life of an artifact: what stands behind its last deletion, if it was created again then. */
function logSinceRestoration(log: StoredArtifact['log']): StoredArtifact['log'] {
  const deleted = log.findLastIndex(({ kind }) => kind === 'deleted')
  const since = log.slice(deleted + 1)
  return since[0]?.kind === 'created' ? since : log
}
