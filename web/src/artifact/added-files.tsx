import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAfterFirstView } from '../data/live.ts'
import { useSession } from '../data/session.ts'
import { Notice } from '../design/notice.tsx'
import { findFileField, placeOf } from '../fields/editors/upload-place.ts'
import { type Field, useFieldContext } from '../fields/field-context.tsx'
import { texts } from '../texts/texts.ts'
import { FileDrop } from './file-drop.tsx'

const FileUploads = lazy(() =>
  import('../fields/editors/file-uploads.tsx').then((file) => ({ default: file.FileUploads })),
)

/** Below the files of an artifact: takes more files, from anywhere on the page, and shows their progress. */
export function AddedFiles({ field }: { readonly field: Field }): ReactNode {
  const context = useFieldContext()
  const user = useSession().data?.user?.id
  const isComplete = useAfterFirstView()
  const [isUsed, setUsed] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  if (user == null || !field.permissions.includes('update') || context.frozen.has(field.field_id)) return null
  const place = placeOf(field, context, user)
  /** What sends files is no part of the first view, unless the user is faster. */
  const add = async (files: readonly File[]): Promise<void> => {
    const loaded = await import('../data/uploads.ts').catch(() => undefined)
    setFailed(loaded === undefined)
    if (loaded === undefined) return
    loaded.addFiles(place, files)
    setUsed(true)
  }
  return (
    <>
      {(isComplete || isUsed) && (
        <Suspense fallback={null}>
          <FileUploads place={place} field={field} />
        </Suspense>
      )}
      <div role="alert">{hasFailed && <Notice kind="negative" title={texts.states.offline} />}</div>
      <FileDrop
        label={field.label}
        isMain={findFileField(context)?.field_id === field.field_id}
        onFiles={(files) => void add(files)}
      />
    </>
  )
}
