import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { texts } from '../texts/texts.ts'
import { announce } from './announce.tsx'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import { keepFocus } from './keep-focus.ts'
import styles from './toast.module.css'

interface Toast {
  readonly id: number
  readonly kind: 'positive' | 'negative'
  readonly words: string
  readonly undo?: (() => void) | undefined
}

const store: { toasts: readonly Toast[]; last: number; readonly listeners: Set<() => void> } = {
  toasts: [],
  last: 0,
  listeners: new Set(),
}

function set(toasts: readonly Toast[]): void {
  store.toasts = toasts
  for (const listener of store.listeners) listener()
}

function listen(listener: () => void): () => void {
  store.listeners.add(listener)
  return () => store.listeners.delete(listener)
}

/** Shows a short message; important messages need a notice instead. `undo`: a button that reverts what was done. */
export function showToast(words: string, kind: Toast['kind'] = 'positive', undo?: () => void): void {
  store.last += 1
  set([...store.toasts.slice(-2), { id: store.last, kind, words, undo }])
  announce(words, kind === 'negative' ? 'assertive' : 'polite')
}

const dismiss = (id: number): void => set(store.toasts.filter((toast) => toast.id !== id))

/** Where they are shown; one for all pages. */
export function Toasts(): ReactNode {
  const toasts = useSyncExternalStore(listen, () => store.toasts)
  if (toasts.length === 0) return null
  return (
    <section aria-label={texts.states.notifications} className={styles.region}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const longMs = 6000
const undoMs = 10_000

function ToastCard({ toast: { id, kind, words, undo } }: { readonly toast: Toast }): ReactNode {
  useEffect(() => {
    // Errors stay until they are dismissed.
    if (kind === 'negative') return
    const going = setTimeout(() => dismiss(id), undo === undefined ? longMs : undoMs)
    return () => clearTimeout(going)
  }, [id, kind, undo])
  return (
    <div className={joinClasses(styles.toast, styles[kind])}>
      <Icon name={kind === 'negative' ? 'warning' : 'check'} />
      <p>{words}</p>
      {undo !== undefined && (
        <Button
          onPress={() => {
            dismiss(id)
            keepFocus()
            undo()
          }}
        >
          {texts.states.undo}
        </Button>
      )}
      <IconButton
        icon="close"
        label={texts.states.dismiss}
        onPress={() => {
          dismiss(id)
          keepFocus()
        }}
      />
    </div>
  )
}
