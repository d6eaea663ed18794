import { type ReactNode, useEffect } from 'react'
import { openUploads, type UploadPlace } from '../../data/uploads.ts'
import { type Field, useFieldContext } from '../field-context.tsx'
import { attachWhenComplete } from './attach-files.ts'
import { UploadList } from './upload-list.tsx'

interface FileUploadsProps {
  readonly place: UploadPlace
  readonly field: Field
}

/** Uploads to an artifact are attached once they are complete, also after the user has left the page. */
export function FileUploads({ place, field }: FileUploadsProps): ReactNode {
  const { artifact } = useFieldContext()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place identifies the rest
  useEffect(() => {
    openUploads(place)
    if (artifact !== null) attachWhenComplete(place.name, { artifact, field })
  }, [place.name, artifact])
  return <UploadList place={place} label={field.label} />
}
