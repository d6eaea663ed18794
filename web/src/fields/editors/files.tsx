import { type ReactNode, useEffect } from 'react'
import { FileDrop } from '../../artifact/file-drop.tsx'
import { useSession } from '../../data/session.ts'
import { addFiles, openUploads, readUploads, removeUploads, useUploads } from '../../data/uploads.ts'
import { Icon } from '../../design/icon.tsx'
import { focusNeighborOf } from '../../design/keep-focus.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import { type Field, type FieldContext, useFieldContext } from '../field-context.tsx'
import styles from './editors.module.css'
import { type AttachedFile, attachedFiles, describeUpload, hasSameFiles } from './file-values.ts'
import { headOf } from './head-of.ts'
import { UploadList } from './upload-list.tsx'
import { placeOf } from './upload-place.ts'

const words = texts.editing

/** The files that stay attached. Those of a new artifact are uploaded before it is created. */
export const files = defineEditor<readonly AttachedFile[]>({
  shape: 'block',
  toDraft: (entry) => attachedFiles(entry),
  parse(draft, field, context) {
    if (isSending(field, context)) return { isValid: false, message: texts.uploads.stillSending }
    if (field.required && draft.length === 0) return { isValid: false, message: texts.states.required }
    return {
      isValid: true,
      input: { value: draft.map(({ id }) => id) },
      newEntry: { ...headOf(field, 'file'), file_descriptions: [...draft] },
    }
  },
  // A file is attached to one artifact.
  forCopy: () => null,
  // What is removed is deleted.
  isIrreversible: true,
  isSame: hasSameFiles,
  Editor: FilesEditor,
})

/** Whether a file of a new artifact is not complete. */
const isSending = (field: Field, context: FieldContext): boolean =>
  context.artifact === null &&
  readUploads(placeOf(field, context, 0).name).some(
    ({ state }) => state.kind !== 'complete' && state.kind !== 'refused',
  )

function FilesEditor(props: EditorProps<readonly AttachedFile[]>): ReactNode {
  const { draft, onDraft, labelId, errorId } = props
  const context = useFieldContext()
  return (
    <>
      {draft.length > 0 && (
        <ul className={styles.rows} aria-labelledby={labelId} aria-describedby={errorId}>
          {draft.map(({ id, name }) => (
            <li key={id} className={styles.row}>
              <span className={styles.title}>{name}</span>
              <button
                type="button"
                className={styles.small}
                aria-label={words.remove(name)}
                onClick={({ currentTarget }) => {
                  focusNeighborOf(currentTarget.parentElement)
                  onDraft(draft.filter((each) => each.id !== id))
                }}
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {context.artifact === null && <NewFiles {...props} />}
    </>
  )
}

/** Uploads files of an artifact that does not exist yet; complete ones become part of the draft. */
function NewFiles({ field, draft, onDraft }: EditorProps<readonly AttachedFile[]>): ReactNode {
  const context = useFieldContext()
  const user = useSession().data?.user?.id ?? 0
  const place = placeOf(field, context, user)
  const uploads = useUploads(place.name)
  useEffect(() => openUploads(place))
  useEffect(() => {
    const complete = uploads.filter(({ state }) => state.kind === 'complete')
    if (complete.length === 0) return
    onDraft([...draft, ...complete.map(describeUpload)])
    removeUploads(complete.map(({ key }) => key))
  })
  return (
    <div className={styles.uploads}>
      <UploadList place={place} label={field.label} />
      <FileDrop label={field.label} onFiles={(added) => addFiles(place, added)} />
    </div>
  )
}
