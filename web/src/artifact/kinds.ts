import { useEffect, useState } from 'react'
import type { AnyFieldKind } from './kind.ts'

type Load = () => Promise<AnyFieldKind>

const list: Load = () => import('./kinds/list.tsx').then((file) => file.list)
const choices: Load = () => import('./kinds/choices.tsx').then((file) => file.choices)

/** Editors by field type, loaded when they are needed. Types that are absent are read-only. */
const loaders: Readonly<Record<string, Load>> = {
  string: () => import('./kinds/string.tsx').then((file) => file.string),
  Encrypted: () => import('./kinds/string.tsx').then((file) => file.string),
  text: () => import('./kinds/text.tsx').then((file) => file.text),
  int: () => import('./kinds/number.tsx').then((file) => file.int),
  float: () => import('./kinds/number.tsx').then((file) => file.float),
  computed: () => import('./kinds/computed.tsx').then((file) => file.computed),
  date: () => import('./kinds/date.tsx').then((file) => file.date),
  sb: list,
  rb: list,
  msb: choices,
  cb: choices,
  tbl: () => import('./kinds/open-list.tsx').then((file) => file.openList),
  perm: () => import('./kinds/groups.tsx').then((file) => file.groups),
  art_link: () => import('./kinds/links.tsx').then((file) => file.links),
  file: () => import('./kinds/files.tsx').then((file) => file.files),
  ttmstepdef: () => import('./kinds/steps.tsx').then((file) => file.steps),
}

const loaded = new Map<string, AnyFieldKind>()

export const isEditableType = (type: string): boolean => type in loaders

/** Loads the editor of a field type ahead, on hover or focus. */
export async function loadKind(type: string): Promise<AnyFieldKind | undefined> {
  const known = loaded.get(type)
  if (known !== undefined) return known
  const kind = await loaders[type]?.()
  if (kind !== undefined) loaded.set(type, kind)
  return kind
}

/** The editor of a field type once it is loaded; it is loaded when `isWanted`. */
export function useKind(type: string, isWanted: boolean): AnyFieldKind | undefined {
  const [, setLoaded] = useState(0)
  useEffect(() => {
    if (!isWanted || loaded.has(type)) return
    let isOver = false
    loadKind(type).then(
      () => !isOver && setLoaded((n) => n + 1),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [type, isWanted])
  return loaded.get(type)
}
