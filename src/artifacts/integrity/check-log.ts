import type { IntegrityProblem } from '../model/integrity-problem.ts'
import { type Check, describeProblem, type StoredArtifact } from './stored-artifact.ts'

/**
 * Checks that changesets and log entries match. An import does not log the history it brings, so the log may miss the
 * oldest changesets; from the first one it has, it must have them all, each once and in order. The log of a restored
 * artifact starts again with its restoration.
 */
export const checkLog: Check = (record) => {
  const { history } = record
  const log = logSinceRestoration(record.log)
  const problems: IntegrityProblem[] = []
  const report = (detail: string): void => {
    problems.push(describeProblem(record, 'log', detail))
  }
  const logged = new Map<number, number>()
  const own = new Set<number>(history.steps.map(({ id }) => id))
  for (const { id, kind, changesetId } of log) {
    if (kind === 'ranked') continue
    if (kind === 'deleted') report(`change ${id} records a deletion`)
    else if (changesetId === null || !own.has(changesetId))
      report(`change ${id} refers to changeset ${changesetId}, which is not one of its changesets`)
    // A comment can change any number of times after its changeset was logged.
    else if (kind !== 'comment_changed') logged.set(changesetId, (logged.get(changesetId) ?? 0) + 1)
  }
  const first = history.steps.findIndex(({ id }) => logged.has(id))
  const created = log.filter(({ kind }) => kind === 'created')
  if (created.length > 1) report(`${created.length} changes record its creation`)
  // A restoration is logged as a creation with the last changeset of its history.
  if (created.some(({ changesetId }) => changesetId !== history.steps[first]?.id))
    report('its creation is recorded with another changeset than the first known one')
  if (first < 0) return problems
  for (const [index, { id }] of history.steps.entries()) {
    if (index < first) continue
    const times = logged.get(id) ?? 0
    if (times !== 1) report(`changeset ${id} has ${times === 0 ? 'no change' : `${times} changes`} in the log`)
  }
  return problems
}

/** Returns the log entries after the last deletion, if the artifact was restored. */
function logSinceRestoration(log: StoredArtifact['log']): StoredArtifact['log'] {
  const deleted = log.findLastIndex(({ kind }) => kind === 'deleted')
  const since = log.slice(deleted + 1)
  return since[0]?.kind === 'created' ? since : log
}
