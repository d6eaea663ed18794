import { collectChangedValues } from '../../artifacts/commands/changed-values.ts'
import type { History } from '../../artifacts/commands/record-history.ts'
import type { NewChangeset } from '../../artifacts/model/changeset.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { holdsFiles } from '../../fields/registry/capabilities.ts'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { silentReporter } from '../../trackers/xml/finding-reporter.ts'
import { parseChanges } from '../parse/changes.ts'
import { parseComments } from '../parse/comments.ts'
import { findArchiveAuthor } from '../parse/users-of-archive.ts'
import type { HistoryImport, ImportedHistory } from './history-import.ts'
import { type ArtifactReferences, createValueContext } from './value-context.ts'

/**
 * docs/api/archive-format.md §3.4 rules 3 to 6: workflow and permissions are not applied, the first changeset always
 * exists, and later ones without changes and comments are dropped. Tulipwood archives are replayed unchanged.
 */
export async function replayHistory(
  { archived, artifact, tracker, log }: ImportedHistory,
  writing: HistoryImport,
  own: ArtifactReferences,
): Promise<History> {
  const context = createValueContext(writing, own)
  const changesets: NewChangeset[] = []
  let now: StoredValues = {}
  for (const [index, changeset] of archived.changesets.entries()) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    const isFirst = index === 0
    const input = parseChanges(changeset.changes, tracker.fieldByName, context)
    if (input === undefined && !isFirst) continue
    const isWhole = writing.tulipwood !== null
    const values = isWhole
      ? describeChanges(now, input ?? {}, tracker)
      : collectChangedValues(now, input ?? {}, tracker.fields)
    const comments = commentsOf(changeset, writing)
    if (!isFirst && !isWhole && comments.length === 0 && Object.keys(values).length === 0) continue
    now = { ...now, ...values }
    const { submittedOn } = changeset
    changesets.push({ ...findArchiveAuthor(changeset.person, writing.accounts), submittedOn, values, comments })
  }
  return { permit: writing.permit, artifact, fields: tracker.fields, changesets, log }
}

/**
 * Returns the changes of a changeset except files, whose complete set is in each changeset (docs/api/archive-format.md
 * §3.2).
 */
function describeChanges(now: StoredValues, input: StoredValues, { fields }: ImportedHistory['tracker']): StoredValues {
  const ofFiles = fields.filter(holdsFiles)
  const changed = collectChangedValues(now, input, ofFiles)
  const repeated = ofFiles.filter(({ id }) => changed[id] === undefined).map(({ id }) => `${id}`)
  return Object.fromEntries(Object.entries(input).filter(([id]) => !repeated.includes(id)))
}

const commentsOf = (
  changeset: ImportedHistory['archived']['changesets'][number],
  { groupOf, accounts, tulipwood }: HistoryImport,
) =>
  parseComments(changeset, {
    notes: silentReporter,
    groupOf,
    isWhole: tulipwood !== null,
    authorOf: (person) => findArchiveAuthor(person, accounts),
  })
