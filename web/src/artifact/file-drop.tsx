import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../design/announce.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { nameOfPasted } from '../fields/editors/upload-place.ts'
import { usePageActions } from '../frame/page-actions.ts'
import { texts } from '../texts/texts.ts'
import styles from './file-drop.module.css'

const words = texts.uploads

/** All on the page: the first one takes what is dropped or pasted outside of them. */
const zones: string[] = []

interface FileDropProps {
  readonly label: string
  /** The shortcut for files is about this one. */
  readonly isMain?: boolean
  onFiles(files: readonly File[]): void
}

/** Takes files by button, by drop and by paste. */
export function FileDrop({ label, isMain = false, onFiles }: FileDropProps): ReactNode {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDragged, setDragged] = useState(false)
  const choose = (): void => input.current?.click()
  usePageActions(
    isMain
      ? [{ id: 'upload', label: texts.keyboard.shortcuts.upload, icon: 'upload', shortcut: 'upload', run: choose }]
      : [],
  )
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
    <div className={joinClasses(styles.zone, isDragged && styles.dragged)} data-files={id} data-screen>
      {isDragged ? (
        <span>{words.dropNow(label)}</span>
      ) : (
        <>
          <span className={styles.hint}>{words.drop}</span>{' '}
          <button type="button" onClick={choose}>
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
