import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../design/button.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { projectImportTexts } from '../../texts/part-texts/project-import-texts.ts'
import { cancelImport } from './archive-uploads.ts'

const words = projectImportTexts

/** Ends an import before it is written. */
export function CancelButton({ id, href }: { readonly id: number; readonly href: string }): ReactNode {
  const [, navigate] = useLocation()
  const cancel = async (): Promise<void> => {
    await cancelImport(id, href)
    navigate('/projects/new?from=archive')
  }
  return (
    <Button kind="quiet" onPress={() => void reportFailure(cancel(), words.cancelled)}>
      {words.cancel}
    </Button>
  )
}
