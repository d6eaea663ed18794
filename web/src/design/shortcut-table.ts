type ShortcutScope = 'everywhere' | 'list' | 'artifact' | 'text'

interface Shortcut {
  readonly scope: ShortcutScope
  /**
   * Named as in `KeyboardEvent.key`. `Mod` is Ctrl, or ⌘ on a Mac; a blank separates keys that are pressed one after the
   * other.
   */
  readonly keys: string
  /** Users can neither change it nor switch it off: it is no character, so it disturbs no speech input. */
  readonly isFixed?: boolean
  /** Runs again while the key is held. */
  readonly isRepeated?: boolean
  /** With Ctrl or ⌘, but in inputs it is that of the browser. */
  readonly isLeftToInputs?: boolean
}

/** All shortcuts of the pages, in the order of the keyboard help. Their labels are `texts.keyboard.shortcuts`. */
const table = {
  commandMenu: { scope: 'everywhere', keys: 'Mod+k', isFixed: true },
  search: { scope: 'everywhere', keys: '/' },
  create: { scope: 'everywhere', keys: 'c' },
  goHome: { scope: 'everywhere', keys: 'g m' },
  goProjects: { scope: 'everywhere', keys: 'g p' },
  goTrackers: { scope: 'everywhere', keys: 'g t' },
  toggleRail: { scope: 'everywhere', keys: '[' },
  help: { scope: 'everywhere', keys: '?' },
  showTable: { scope: 'list', keys: '1' },
  showBoard: { scope: 'list', keys: '2' },
  showCharts: { scope: 'list', keys: '3' },
  next: { scope: 'list', keys: 'j', isRepeated: true },
  previous: { scope: 'list', keys: 'k', isRepeated: true },
  open: { scope: 'list', keys: 'Enter', isFixed: true },
  peek: { scope: 'list', keys: 'Space', isFixed: true },
  select: { scope: 'list', keys: 'x' },
  extendSelection: { scope: 'list', keys: 'Shift+j', isRepeated: true },
  // Cards of a board.
  order: { scope: 'list', keys: 'Alt+ArrowUp Alt+ArrowDown', isFixed: true },
  changeColumn: { scope: 'list', keys: 'Alt+ArrowLeft Alt+ArrowRight', isFixed: true },
  edit: { scope: 'artifact', keys: 'e' },
  status: { scope: 'artifact', keys: 's' },
  assign: { scope: 'artifact', keys: 'a' },
  comment: { scope: 'artifact', keys: 'r' },
  upload: { scope: 'artifact', keys: 'u' },
  move: { scope: 'artifact', keys: 'm' },
  watch: { scope: 'artifact', keys: 'w' },
  copyReference: { scope: 'artifact', keys: 'y' },
  properties: { scope: 'artifact', keys: 'd' },
  history: { scope: 'artifact', keys: 'h' },
  nextSection: { scope: 'artifact', keys: 'n', isRepeated: true },
  previousSection: { scope: 'artifact', keys: 'p', isRepeated: true },
  undo: { scope: 'artifact', keys: 'Mod+z', isFixed: true, isLeftToInputs: true },
  within: { scope: 'artifact', keys: 'ArrowUp ArrowDown', isFixed: true },
  close: { scope: 'artifact', keys: 'Escape', isFixed: true },
  send: { scope: 'text', keys: 'Mod+Enter', isFixed: true },
  bold: { scope: 'text', keys: 'Mod+b', isFixed: true },
  italic: { scope: 'text', keys: 'Mod+i', isFixed: true },
  // Of selected text; without a selection it is the command menu in texts, too.
  link: { scope: 'text', keys: 'Mod+k', isFixed: true },
} as const satisfies Readonly<Record<string, Shortcut>>

export type ShortcutId = keyof typeof table

export const shortcuts: Readonly<Record<ShortcutId, Shortcut>> = table

// Its own properties are exactly the ids.
export const shortcutIds = Object.keys(table) as readonly ShortcutId[]

/** What a user has chosen. */
export interface ShortcutChoices {
  /** No shortcut of a single character works. */
  readonly isOff: boolean
  /** Only those that differ from the table. */
  readonly keys: Readonly<Partial<Record<ShortcutId, string>>>
}

export const usualChoices: ShortcutChoices = { isOff: false, keys: {} }

/** The keys of a shortcut; undefined: it is switched off. */
export function getShortcutKeys(id: ShortcutId, { isOff, keys }: ShortcutChoices): string | undefined {
  const shortcut = shortcuts[id]
  if (shortcut.isFixed) return shortcut.keys
  return isOff ? undefined : (keys[id] ?? shortcut.keys)
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** Names the key of an event as the table does. */
export function nameKey({ key, shiftKey, ctrlKey, metaKey }: KeyPress): string {
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase()
  const name = key === ' ' ? 'Space' : isLetter ? key.toLowerCase() : key
  // The shift of other characters is a matter of the keyboard layout.
  const isShifted = shiftKey && (isLetter || name.length > 1)
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${isShifted ? 'Shift+' : ''}${name}`
}

/** Keys that users can choose: one or two visible characters. */
export const isChoosable = (keys: string): boolean =>
  keys.split(' ').length <= 2 && keys.split(' ').every((key) => /^(Shift\+)?[^\s\p{C}\p{Lu}]$/u.test(key))

/** The shortcut that other keys would hide, or that would hide them: with `g` alone, `g p` could not be pressed. */
export function findConflict(id: ShortcutId, keys: string, choices: ShortcutChoices): ShortcutId | undefined {
  const isOn = { ...choices, isOff: false }
  return shortcutIds.find((other) => {
    const present = getShortcutKeys(other, isOn)
    if (other === id || present === undefined) return false
    return present === keys || present.startsWith(`${keys} `) || keys.startsWith(`${present} `)
  })
}

/** Reads stored choices; whatever does not fit this table is left out. */
export function parseChoices(json: string | null | false): ShortcutChoices {
  if (!json) return usualChoices
  try {
    const { isOff, keys }: { readonly isOff?: unknown; readonly keys?: unknown } = JSON.parse(json)
    const entries = shortcutIds.flatMap((id) => {
      const value =
        typeof keys === 'object' && keys !== null ? Object.entries(keys).find(([name]) => name === id) : null
      const text: unknown = value?.[1]
      return typeof text === 'string' && isChoosable(text) && !shortcuts[id].isFixed ? [[id, text] as const] : []
    })
    return { isOff: isOff === true, keys: Object.fromEntries(entries) }
  } catch {
    return usualChoices
  }
}
