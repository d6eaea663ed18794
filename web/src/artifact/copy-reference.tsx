import type { ReactNode } from 'react'
import { IconButton } from '../design/button.tsx'
import { showToast } from '../design/toast.tsx'
import { usePageActions } from '../frame/page-actions.ts'
import { texts } from '../texts/texts.ts'

/** Copies the reference of the artifact, such as `bug #12`. */
export function CopyReference({ text }: { readonly text: string }): ReactNode {
  const copy = (): Promise<void> =>
    navigator.clipboard.writeText(text).then(
      () => showToast(texts.states.copied),
      () => showToast(texts.states.copyFailed, 'negative'),
    )
  usePageActions([
    {
      ...{ id: 'copy reference', icon: 'copy', shortcut: 'copyReference' },
      label: texts.artifact.copyReference,
      run: () => void copy(),
    },
  ])
  return <IconButton icon="copy" label={texts.artifact.copyReference} onPress={copy} />
}
