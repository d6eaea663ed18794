import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { openDraft } from '../../data/drafts.ts'
import { useSession } from '../../data/session.ts'
import type { UploadPlace } from '../../data/uploads.ts'
import { announce } from '../../design/announce.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import { type Field, type FieldContext, useFieldContext } from '../field-context.tsx'
import styles from './file-uploads.module.css'

const words = texts.uploads

/** Uploads to a field belong to the artifact, or to the form of a new one. */
export const placeOf = (field: Field, { artifact, tracker }: FieldContext, user: number): UploadPlace => ({
  name: artifact === null ? `new ${tracker.id}/${field.field_id}` : `${artifact}/${field.field_id}`,
  user,
  field: field.field_id,
  maxBytes: field.max_size_upload ?? Number.POSITIVE_INFINITY,
})

interface Uploads {
  readonly addFiles: (place: UploadPlace, files: readonly File[]) => void
  readonly AttachedUploads: ComponentType<{ readonly place: UploadPlace; readonly field: Field }>
}

/** Below the files of an artifact: takes more files, from anywhere on the page, and shows their progress. */
export function FileUploads({ field }: { readonly field: Field }): ReactNode {
  const context = useFieldContext()
  const user = useSession().data?.user?.id
  const [uploads, setUploads] = useState<Uploads>()
  const isAllowed = user != null && field.permissions.includes('update') && !context.frozen.has(field.field_id)
  const place = placeOf(field, context, user ?? 0)
  const load = async (): Promise<Uploads> => {
    const [{ addFiles }, { AttachedUploads }] = await Promise.all([
      import('../../data/uploads.ts'),
      import('./attached-uploads.tsx'),
    ])
    const loaded = { addFiles, AttachedUploads }
    setUploads(loaded)
    return loaded
  }
  // Uploads that are on their way, or that a reload interrupted.
  const isContinued = openDraft(place.user, `uploads/${place.name}`).read() !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per place
  useEffect(() => {
    if (isAllowed && isContinued) load().catch(() => undefined)
  }, [isAllowed, place.name])
  if (!isAllowed) return null
  const add = (files: readonly File[]): void =>
    void load().then(
      (loaded) => loaded.addFiles(place, files),
      () => announce(texts.states.offline, 'assertive'),
    )
  return (
    <>
      {uploads && <uploads.AttachedUploads place={place} field={field} />}
      <FileDrop label={field.label} onFiles={add} />
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

/** All pasted pictures have the same name. */
function nameOfPasted(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const time = new Date().toLocaleString('sv').replaceAll(':', '.')
  return new File([file], `${words.pastedName(time)}.${file.name.split('.').at(-1)}`, { type: file.type })
}
