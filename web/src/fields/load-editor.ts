import { useEffect, useState } from 'react'
import type { AnyFieldEditor } from './editor.ts'

type Load = () => Promise<AnyFieldEditor>

const list: Load = () => import('./editors/list.tsx').then((file) => file.list)
const choices: Load = () => import('./editors/choices.tsx').then((file) => file.choices)

/** Editors by field type, loaded when they are needed. Types that are absent are read-only. */
const loaders: Readonly<Record<string, Load>> = {
  string: () => import('./editors/string.tsx').then((file) => file.string),
  Encrypted: () => import('./editors/string.tsx').then((file) => file.string),
  text: () => import('./editors/text.tsx').then((file) => file.text),
  int: () => import('./editors/number.tsx').then((file) => file.int),
  float: () => import('./editors/number.tsx').then((file) => file.float),
  computed: () => import('./editors/computed.tsx').then((file) => file.computed),
  date: () => import('./editors/date.tsx').then((file) => file.date),
  sb: list,
  rb: list,
  msb: choices,
  cb: choices,
  tbl: () => import('./editors/open-list.tsx').then((file) => file.openList),
  perm: () => import('./editors/groups.tsx').then((file) => file.groups),
  art_link: () => import('./editors/links.tsx').then((file) => file.links),
  file: () => import('./editors/files.tsx').then((file) => file.files),
  ttmstepdef: () => import('./editors/steps.tsx').then((file) => file.steps),
}

const loaded = new Map<string, AnyFieldEditor>()

export const isEditableType = (type: string): boolean => type in loaders

/** Loads the editor of a field type ahead, on hover or focus. */
export async function loadEditor(type: string): Promise<AnyFieldEditor | undefined> {
  const known = loaded.get(type)
  if (known !== undefined) return known
  const kind = await loaders[type]?.()
  if (kind !== undefined) loaded.set(type, kind)
  return kind
}

/** The editor of a field type once it is loaded; it is loaded when `isWanted`. */
export function useEditor(type: string, isWanted: boolean): AnyFieldEditor | undefined {
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
