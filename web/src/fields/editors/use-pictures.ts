import { type RefObject, useEffect, useRef } from 'react'
import { useSession } from '../../data/session.ts'
import { addFiles } from '../../data/uploads.ts'
import { announce } from '../../design/announce.tsx'
import { texts } from '../../texts/texts.ts'
import { useFieldContext } from '../field-context.tsx'
import { attachWhenComplete } from './attach-files.ts'
import { editArea } from './edit-area.ts'
import { findFileField, nameOfPasted, placeOf } from './upload-place.ts'

/**
 * Uploads pictures that are pasted or dropped into a text area, and inserts them as Markdown. Returns a function that
 * does so with chosen ones; undefined: the user cannot attach files.
 */
export function usePictures(
  area: RefObject<HTMLTextAreaElement | null>,
  isMarkdown: boolean,
): ((files: readonly File[]) => void) | undefined {
  const context = useFieldContext()
  const user = useSession().data?.user?.id
  const field = findFileField(context)
  const isAllowed = isMarkdown && user != null && field !== undefined
  const insert = (files: readonly File[]): void => {
    if (user == null || field === undefined) return
    const place = placeOf(field, context, user)
    addFiles(place, files, (file, href) => {
      const element = area.current
      if (element === null) return
      if (href === null) {
        announce(texts.uploads.failed(file.name, texts.editing.pictureRefused), 'assertive')
        return
      }
      const { selectionEnd: at } = element
      // The name is the text for those who do not see the picture; brackets would end it.
      const markdown = `![${file.name.replaceAll(/[[\]]/g, '')}](${href})`
      editArea(element, { from: at, to: at, insert: markdown, start: at + markdown.length, end: at + markdown.length })
    })
    if (context.artifact !== null) attachWhenComplete(place.name, { artifact: context.artifact, field })
  }
  const latest = useRef(insert)
  latest.current = insert
  useEffect(() => {
    const element = area.current
    if (element === null || !isAllowed) return
    const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null): void => {
      const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      if (pictures.length === 0 || pictures.length < (data?.files.length ?? 0)) return
      // Tables are copied as text and as a picture.
      if (event.type === 'paste' && data?.types.includes('text/plain')) return
      event.preventDefault()
      latest.current(pictures.map(nameOfPasted))
    }
    const paste = (event: ClipboardEvent): void => take(event, event.clipboardData)
    const drop = (event: DragEvent): void => take(event, event.dataTransfer)
    element.addEventListener('paste', paste)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('paste', paste)
      element.removeEventListener('drop', drop)
    }
  }, [area, isAllowed])
  return isAllowed ? insert : undefined
}
