import type { ReactNode } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { Icon } from '../../design/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { useFieldContext } from '../field-context.tsx'
import { defineKind, type EditorProps } from '../kind.ts'
import { headOf } from './head-of.ts'
import styles from './kinds.module.css'

const words = texts.editing

/** The files that stay attached, by id. */
export const files = defineKind<readonly number[]>({
  shape: 'block',
  toDraft: (entry) => idsOf(entry),
  parse(draft, field, { values }) {
    if (field.required && draft.length === 0) return { isValid: false, message: texts.states.required }
    const kept = attached(values.get(field.field_id) ?? null).filter(({ id }) => draft.includes(id))
    return {
      isValid: true,
      input: { value: draft },
      shown: { ...headOf(field, 'file'), file_descriptions: kept },
    }
  },
  isSame: (a, b) => String(idsOf(a).sort()) === String(idsOf(b).sort()),
  Editor: FilesEditor,
})

const attached = (entry: ValueEntry | null) => (entry?.type === 'file' ? entry.file_descriptions : [])

const idsOf = (entry: ValueEntry | null): number[] => attached(entry).map(({ id }) => id)

function FilesEditor({ field, draft, onDraft, labelId, errorId }: EditorProps<readonly number[]>): ReactNode {
  const known = attached(useFieldContext().values.get(field.field_id) ?? null)
  return (
    <ul className={styles.rows} aria-labelledby={labelId} aria-describedby={errorId}>
      {known
        .filter(({ id }) => draft.includes(id))
        .map(({ id, name }) => (
          <li key={id} className={styles.row}>
            <span className={styles.title}>{name}</span>
            <button
              type="button"
              className={styles.small}
              aria-label={words.remove(name)}
              onClick={() => onDraft(draft.filter((each) => each !== id))}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
    </ul>
  )
}
