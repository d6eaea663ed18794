import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import styles from './keys.module.css'
import { useShortcutChoices } from './shortcut-choices.ts'
import { getShortcutKeys, type ShortcutId } from './shortcut-table.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const names: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : texts.keyboard.keys.control,
  Shift: isMac ? '⇧' : texts.keyboard.keys.shift,
  Alt: isMac ? '⌥' : 'Alt',
  Enter: '↵',
  Escape: texts.keyboard.keys.escape,
  Space: texts.keyboard.keys.space,
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** The keys as one reads them on a keyboard. */
export const listKeyCaps = (keys: string): readonly string[] =>
  keys.split(/ |(?<=.)\+/).map((key) => names[key] ?? key.toLocaleUpperCase())

/** Key caps, for those who see them. */
export const KeyCaps = ({ keys }: { readonly keys: string }): ReactNode => (
  <span className={styles.keys}>
    {[...new Set(listKeyCaps(keys))].map((cap) => (
      <kbd key={cap}>{cap}</kbd>
    ))}
  </span>
)

/** The present keys of a shortcut; nothing while it is switched off. */
export function ShortcutKeys({ id }: { readonly id: ShortcutId }): ReactNode {
  const keys = getShortcutKeys(id, useShortcutChoices())
  return keys === undefined ? null : <KeyCaps keys={keys} />
}

/** The keys of a button, for those who see them and have a keyboard. */
export const ButtonKeys = ({ id }: { readonly id: ShortcutId }): ReactNode => (
  <span className={styles.ofButton} aria-hidden="true">
    <ShortcutKeys id={id} />
  </span>
)
