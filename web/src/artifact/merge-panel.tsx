import type { ReactNode } from 'react'
import { type FieldEdit, keepMine } from '../data/artifact-writes.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { readTextConflict, TextMerge, TextVersion } from '../fields/editors/text-merge.tsx'
import { type Field, useFieldContext } from '../fields/field-context.tsx'
import { Value } from '../fields/value.tsx'
import { EmptyValue } from '../fields/values/empty-value.tsx'
import { texts } from '../texts/texts.ts'
import styles from './merge-panel.module.css'
import { type FieldEditing, focusValue } from './use-editing.ts'

const words = texts.editing

interface MergePanelProps {
  readonly field: Field
  readonly edit: FieldEdit
  readonly editing: FieldEditing
}

/** The same field, changed by two users: both versions, and the one before. Nothing is lost until the user chooses. */
export function MergePanel({ field, edit, editing }: MergePanelProps): ReactNode {
  const { artifact } = useFieldContext()
  if (edit.state.kind !== 'conflict' || artifact === null) return null
  const { theirs, by } = edit.state
  const conflict = readTextConflict(edit, theirs)
  const keep = (): void => {
    editing.keepUntilSaved({ draft: edit.draft, base: theirs }, keepMine(artifact, edit))
    focusValue(field.field_id)
  }
  return (
    <section className={styles.merge} aria-label={words.conflictOf(by, field.label)}>
      <header>
        <Icon name="warning" />
        <p>
          <strong>{words.conflictOf(by, field.label)}.</strong> {words.conflictSafe}
        </p>
      </header>
      <div className={styles.versions}>
        <Version title={words.before} entry={edit.base} field={field} />
        <Version title={words.theirsOf(by)} entry={theirs} field={field}>
          {conflict && <TextVersion base={conflict.base} text={conflict.theirs.content} />}
        </Version>
        <Version title={words.mine} entry={edit.newEntry} field={field} isMine>
          {conflict && <TextVersion base={conflict.base} text={conflict.mine.content} />}
        </Version>
      </div>
      {conflict && (
        <TextMerge
          field={field}
          edit={edit}
          conflict={conflict}
          theirEntry={theirs}
          by={by}
          keepUntilSaved={editing.keepUntilSaved}
        />
      )}
      <footer>
        <Button onPress={editing.dismiss}>{words.takeTheirs(by)}</Button>
        <Button onPress={editing.editAgain}>{words.editResult}</Button>
        <Button kind={conflict === null ? 'primary' : 'plain'} onPress={keep}>
          {words.keepMine}
        </Button>
      </footer>
    </section>
  )
}

interface VersionProps {
  readonly title: string
  readonly entry: ValueEntry | null
  readonly field: Field
  readonly isMine?: boolean
  /** In place of the value. */
  readonly children?: ReactNode
}

const Version = ({ title, entry, field, isMine, children }: VersionProps): ReactNode => (
  <div className={isMine ? styles.mine : undefined}>
    <p className={styles.title}>{title}</p>
    {children || (entry === null ? <EmptyValue /> : <Value entry={entry} field={field} />)}
  </div>
)
