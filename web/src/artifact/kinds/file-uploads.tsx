import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { addFiles, openUploads, type UploadPlace } from '../../data/uploads.ts'
import { announce } from '../../design/announce.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import { type Field, useFieldContext } from '../field-context.tsx'
import { attachWhenComplete } from './attach-files.ts'
import styles from './file-uploads.module.css'
import { UploadList } from './upload-list.tsx'
import { nameOfPasted, placeOf } from './upload-place.ts'

const words = texts.uploads

/** Below the files of an artifact: takes more files, from anywhere on the page, and shows their progress. */
export function FileUploads({ field }: { readonly field: Field }): ReactNode {
  const context = useFieldContext()
  const user = useSession().data?.user?.id
  if (user == null || !field.permissions.includes('update') || context.frozen.has(field.field_id)) return null
  return <AttachedUploads place={placeOf(field, context, user)} field={field} />
}

interface AttachedUploadsProps {
  readonly place: UploadPlace
  readonly field: Field
}

/** Uploads to an artifact are attached once they are complete, also after the user has left the page. */
function AttachedUploads({ place, field }: AttachedUploadsProps): ReactNode {
  const { artifact } = useFieldContext()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place identifies the rest
  useEffect(() => {
    openUploads(place)
    if (artifact !== null) attachWhenComplete(place.name, { artifact, field })
  }, [place.name, artifact])
  return (
    <>
      <UploadList place={place} label={field.label} />
      <FileDrop label={field.label} onFiles={(files) => addFiles(place, files)} />
    </>
  )
}

/** All on the page: the first one takes what is dropped or pasted outside of them. */
const zones: string[] = []

interface FileDropProps {
  readonly label: string
  onFiles(files: readonly File[]): void
}

/** Takes files by button, by drop and by paste. */
export function FileDrop({ label, onFiles }: FileDropProps): ReactNode {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDragged, setDragged] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    zones.push(id)
    const isMine = ({ target }: Event): boolean => {
      const zone = target instanceof Element ? target.closest('[data-files]') : null
      return (zone?.getAttribute('data-files') ?? zones[0]) === id
    }
    const drag = (event: DragEvent): void => {
      const hasFiles = event.dataTransfer?.types.includes('Files') === true
      if (hasFiles && event.type !== 'dragleave') event.preventDefault()
      // Leaving the window has no related element.
      setDragged(hasFiles && isMine(event) && !(event.type === 'dragleave' && event.relatedTarget === null))
    }
    const drop = (event: DragEvent): void => {
      setDragged(false)
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true || !isMine(event)) return
      event.preventDefault()
      give(filesOf(event.dataTransfer))
    }
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData: data } = event
      if (event.defaultPrevented || data === null || data.files.length === 0 || !isMine(event)) return
      // Tables are copied as text and as a picture.
      if (data.types.includes('text/plain')) return
      event.preventDefault()
      give([...data.files].map(nameOfPasted))
    }
    const give = (files: readonly File[]): void => {
      if (files.length > 0) latest.current(files)
    }
    const events = ['dragenter', 'dragover', 'dragleave'] as const
    for (const name of events) addEventListener(name, drag)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      zones.splice(zones.indexOf(id), 1)
      for (const name of events) removeEventListener(name, drag)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  }, [id])
  return (
    <div className={joinClasses(styles.zone, isDragged && styles.dragged)} data-files={id}>
      {isDragged ? (
        <span>{words.dropNow(label)}</span>
      ) : (
        <>
          <span className={styles.hint}>{words.drop}</span>{' '}
          <button type="button" onClick={() => input.current?.click()}>
            <span className={styles.hint}>{words.choose}</span>
            <span className={styles.short}>{words.chooseFiles}</span> <VisuallyHidden>({label})</VisuallyHidden>
          </button>
        </>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** The files among what was dropped; a folder looks like a file that cannot be read. */
function filesOf(data: DataTransfer): readonly File[] {
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  const files = [...data.files].filter((_, position) => entries[position]?.isDirectory !== true)
  if (files.length < data.files.length) announce(words.noFolders, 'assertive')
  return files
}
