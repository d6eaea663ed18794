import { type ReactNode, useId, useState } from 'react'
import { TextDifference } from '../../artifact/text-difference.tsx'
import type { FieldEditing } from '../../artifact/use-editing.ts'
import { dismissEdit, type FieldEdit, saveArtifact } from '../../data/artifact-writes.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { texts } from '../../texts/texts.ts'
import { type Field, useFieldContext } from '../field-context.tsx'
import { joinParts, type MergedPart, mergeTexts } from './merge-texts.ts'
import { text as textKind } from './text.tsx'
import styles from './text-merge.module.css'
import { sourceOf, type TextDraft } from './text-source.ts'

const words = texts.editing

/** The three versions of a text that two users changed. */
export interface TextConflict {
  readonly base: string
  readonly theirs: TextDraft
  readonly mine: TextDraft
}

/** null: it is no conflict between texts of one format. */
export function readTextConflict(edit: FieldEdit, theirs: ValueEntry | null): TextConflict | null {
  const mine = sourceOf(edit.newEntry)
  if (mine === null) return null
  const their = sourceOf(theirs) ?? { content: '', format: mine.format }
  if (their.format !== mine.format) return null
  return { base: sourceOf(edit.base)?.content ?? '', theirs: their, mine }
}

/** A version of a text, with its differences from the one before. */
export const TextVersion = ({ base, text }: { readonly base: string; readonly text: string }): ReactNode => (
  <TextDifference before={base} after={text} />
)

interface TextMergeProps {
  readonly field: Field
  readonly edit: FieldEdit
  readonly conflict: TextConflict
  readonly theirEntry: ValueEntry | null
  /** Names of the other user. */
  readonly by: string
  readonly keepUntilSaved: FieldEditing['keepUntilSaved']
}

/** The merged text: what one of both changed is part of it, and where both changed something, the user chooses. */
export function TextMerge({ field, edit, conflict, theirEntry, by, keepUntilSaved }: TextMergeProps): ReactNode {
  const context = useFieldContext()
  const labelId = useId()
  const [parts] = useState(() => mergeTexts(conflict.base, conflict.theirs.content, conflict.mine.content))
  const [chosenTheirs, setChosenTheirs] = useState<ReadonlySet<number>>(new Set())
  const [typedText, setTypedText] = useState<string | null>(null)
  if (parts === undefined) return null
  const mergedParts = parts.map(
    (part, position): MergedPart =>
      part.theirs !== undefined && chosenTheirs.has(position) ? { ...part, text: part.theirs } : part,
  )
  const content = typedText ?? joinParts(mergedParts)
  const overlaps = parts.filter(({ kind }) => kind === 'overlap').length
  const toggle = (position: number): void =>
    setChosenTheirs((now) => {
      const next = new Set(now)
      if (!next.delete(position)) next.add(position)
      return next
    })
  const save = (): void => {
    const draft = { content, format: conflict.mine.format }
    const parsed = textKind.parse(draft, field, context)
    if (!parsed.isValid || context.artifact === null) {
      announce(parsed.isValid ? texts.states.problem : parsed.message, 'assertive')
      return
    }
    const { artifact } = context
    dismissEdit(artifact, field.field_id)
    const { input, newEntry } = parsed
    const change = { ...edit, input, newEntry, draft, base: theirEntry }
    keepUntilSaved({ draft, base: theirEntry }, saveArtifact({ artifact, changes: [change] }))
  }
  return (
    <div className={styles.result}>
      <header>
        <strong id={labelId}>{words.mergeResult}</strong>
        <span>{overlaps === 0 ? words.mergedAll : words.overlaps(overlaps)}</span>
      </header>
      {typedText === null ? (
        <p className={styles.text}>
          {mergedParts.map((part, position) => {
            // The parts have no other identity than their position.
            const key = `${position}`
            if (part.kind === 'both') return <span key={key}>{part.text}</span>
            if (part.kind !== 'overlap') return <ins key={key}>{part.text}</ins>
            const isTheirs = chosenTheirs.has(position)
            const other = isTheirs ? parts[position]?.text : part.theirs
            return (
              <button
                key={key}
                type="button"
                aria-pressed={isTheirs}
                title={words.instead(other || words.nothingHere)}
                onClick={() => toggle(position)}
              >
                {part.text || words.nothingHere}
              </button>
            )
          })}
        </p>
      ) : (
        <textarea
          className={styles.area}
          aria-labelledby={labelId}
          value={typedText}
          rows={6}
          onChange={(event) => setTypedText(event.currentTarget.value)}
        />
      )}
      {overlaps > 0 && typedText === null && <p className={styles.hint}>{words.overlapHint(by)}</p>}
      <footer>
        {typedText === null && (
          <Button kind="quiet" onPress={() => setTypedText(content)}>
            {words.editMerged}
          </Button>
        )}
        <Button kind="primary" onPress={save}>
          {words.saveMerged}
        </Button>
      </footer>
    </div>
  )
}
