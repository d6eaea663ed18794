import { changedValues } from '../../artifacts/commands/changed-values.ts'
import type { History } from '../../artifacts/commands/record-history.ts'
import type { NewChangeset } from '../../artifacts/model/changeset.ts'
import type { StoredValues } from '../../fields/field.ts'
import { pauseIfDue } from '../../kit/event-loop.ts'
import { silent } from '../findings.ts'
import { readChanges } from '../reading/changes.ts'
import { readComments } from '../reading/comments.ts'
import { authorOf } from '../reading/people.ts'
import type { HistoryWriting, Replayed } from './history-writing.ts'
import { type OwnReferences, readingContext } from './reading-context.ts'

/**
 * docs/api/archive-format.md §3.4 rules 3 to 6: the workflow and permissions do not take part, the first changeset
 * always exists, a later one that changes nothing and says nothing does not. An archive of ours is replayed as it is.
 */
export async function replayHistory(
  { archived, artifact, tracker }: Replayed,
  writing: HistoryWriting,
  own: OwnReferences,
): Promise<History> {
  const context = readingContext(writing, own)
  const changesets: NewChangeset[] = []
  let now: StoredValues = {}
  for (const [index, changeset] of archived.changesets.entries()) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    const isFirst = index === 0
    const sent = readChanges(changeset.changes, tracker.fieldByName, context)
    if (sent === undefined && !isFirst) continue
    const isWhole = writing.ours !== null
    const values = isWhole ? changesTold(now, sent ?? {}, tracker) : changedValues(now, sent ?? {}, tracker.fields)
    const comments = commentsOf(changeset, writing)
    if (!isFirst && !isWhole && comments.length === 0 && Object.keys(values).length === 0) continue
    now = { ...now, ...values }
    const { submittedOn } = changeset
    changesets.push({ ...authorOf(changeset.person, writing.accounts), submittedOn, values, comments })
  }
  return { artifact, fields: tracker.fields, changesets }
}

/** What a changeset tells, but for files, whose set is told again with each (docs/api/archive-format.md §3.2). */
function changesTold(now: StoredValues, sent: StoredValues, { fields }: Replayed['tracker']): StoredValues {
  const ofFiles = fields.filter(({ type }) => type === 'file')
  const changed = changedValues(now, sent, ofFiles)
  const repeated = ofFiles.filter(({ id }) => changed[id] === undefined).map(({ id }) => `${id}`)
  return Object.fromEntries(Object.entries(sent).filter(([id]) => !repeated.includes(id)))
}

const commentsOf = (
  changeset: Replayed['archived']['changesets'][number],
  { groupOf, accounts, ours }: HistoryWriting,
) =>
  readComments(changeset, {
    notes: silent,
    groupOf,
    isWhole: ours !== null,
    authorOf: (person) => authorOf(person, accounts),
  })
