import { type ReactNode, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { texts } from '../../texts/texts.ts'

const maxFirst = 10

/** The first ones of a long list, and the button that shows all. */
export function useFirst<T>(all: readonly T[]): { readonly firstItems: readonly T[]; readonly more: ReactNode } {
  const [isAll, setAll] = useState(false)
  if (isAll || all.length <= maxFirst) return { firstItems: all, more: null }
  return {
    firstItems: all.slice(0, maxFirst),
    more: (
      <Button kind="quiet" onPress={() => setAll(true)}>
        {texts.editing.showAll(all.length)}
      </Button>
    ),
  }
}
