import { useEffect, useState } from 'react'
import type { AnyFieldEditor } from './editor.ts'
import type { Field } from './field-context.tsx'
import { getFieldType } from './registry.ts'

/** Editors by field type. */
const loaded = new Map<Field['type'], AnyFieldEditor>()

/** Loads the editor of a field type ahead, on hover or focus. */
export async function loadEditor(type: Field['type']): Promise<AnyFieldEditor | undefined> {
  const cached = loaded.get(type)
  if (cached !== undefined) return cached
  const kind = await getFieldType(type).loadEditor?.()
  if (kind !== undefined) loaded.set(type, kind)
  return kind
}

/** The editor of a field type once it is loaded; it is loaded when `isWanted`. */
export function useEditor(type: Field['type'], isWanted: boolean): AnyFieldEditor | undefined {
  const [, setLoaded] = useState(0)
  useEffect(() => {
    if (!isWanted || loaded.has(type)) return
    let isOver = false
    loadEditor(type).then(
      () => !isOver && setLoaded((n) => n + 1),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [type, isWanted])
  return loaded.get(type)
}
