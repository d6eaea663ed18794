import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const pages = path.join(import.meta.dirname, '../../../web/src')

/** Components that open an overlay, by the file that has them. What uses one needs a scene. */
const components: Readonly<Record<string, readonly string[]>> = {
  'fields/editors/picker.tsx': ['Picker', 'PickerPopover'],
  'design/confirm.tsx': ['Confirm'],
  'design/dialog.tsx': ['Dialog'],
  'design/menu.tsx': ['Menu', 'ChoiceMenu'],
  // What uses it renders a menu in it.
  'design/menu-trigger.tsx': [],
  'design/secret.tsx': ['Secret'],
  'design/sheet.tsx': ['Sheet'],
  'design/toast.tsx': ['Toasts'],
}
const overlay = new RegExp(
  `<(?:${Object.values(components).flat().join('|')})\\b|<\\w+[^>]*\\s(?:popover="|role="(?:alert)?dialog")`,
  'g',
)
/** Each file with editors of values needs a scene as well. */
const editor = /\bdefineKind[<(]/

/** The number of overlays in each source file of the pages that has one. */
export function countOverlays(): ReadonlyMap<string, number> {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  return new Map(
    files.flatMap((file): readonly (readonly [string, number])[] => {
      const name = file.split(path.sep).join('/')
      if (name in components) return []
      const text = readFileSync(path.join(pages, file), 'utf8')
      const count = Math.max([...text.matchAll(overlay)].length, editor.test(text) ? 1 : 0)
      return count === 0 ? [] : [[name, count]]
    }),
  )
}

/** Components of the design with an overlay of their own that `components` lacks: their users would be missed. */
export function findUnlistedComponents(): readonly string[] {
  const raw = /<(?:ModalOverlay|Popover|Dialog)\b|\bpopover="/
  return readdirSync(path.join(pages, 'design'))
    .map((file) => `design/${file}`)
    .filter((file) => file.endsWith('.tsx') && !(file in components))
    .filter((file) => raw.test(readFileSync(path.join(pages, file), 'utf8')))
}
