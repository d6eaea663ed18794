import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useIsPainted } from '../../design/after-paint.tsx'
import { isShortcut } from '../../design/shortcut.ts'
import styles from './command-menu.module.css'

interface ModalLayerProps {
  readonly label: string
  readonly onClose: () => void
  /** Contains one input, which keeps the focus. */
  readonly children: ReactNode
}

/**
 * A dialog over the page that opens in one frame. The dialog of React Aria hides the page from assistive technology and
 * locks its scrolling before it is shown, which computes the styles of the whole page; here both follow the first paint.
 */
export function ModalLayer({ label, onClose, children }: ModalLayerProps): ReactNode {
  const layer = useRef<HTMLDivElement>(null)
  useInputFocus(layer)
  usePageInert(useIsPainted())
  const onKeyDown = (event: KeyboardEvent): void => {
    // The only control inside has the focus.
    if (event.key === 'Tab') event.preventDefault()
    if (event.key !== 'Escape' && !isShortcut(event, 'commandMenu')) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click next to the dialog closes it, and so does a key
    <div
      ref={layer}
      className={styles.veil}
      onKeyDownCapture={onKeyDown}
      onPointerDown={keepFocus}
      onClick={(event: MouseEvent) => event.target === event.currentTarget && onClose()}
    >
      <div role="dialog" aria-modal="true" aria-label={label} className={styles.modal}>
        {children}
      </div>
    </div>,
    document.body,
  )
}

/** Elements other than the input do not take the focus. */
function keepFocus(event: PointerEvent): void {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
}

/** Moves the focus into the layer, and back where it was. */
function useInputFocus(layer: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    layer.current?.querySelector('input')?.focus({ preventScroll: true })
    return () => {
      setPageInert(false)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [layer])
}

/** The page below takes no input, is not read out and does not scroll. */
function usePageInert(isInert: boolean): void {
  useLayoutEffect(() => {
    if (!isInert) return
    setPageInert(true)
    return () => setPageInert(false)
  }, [isInert])
}

function setPageInert(isInert: boolean): void {
  const { documentElement: root } = document
  const hasScrollbar = innerWidth > root.clientWidth
  root.style.overflow = isInert ? 'hidden' : ''
  root.style.scrollbarGutter = isInert && hasScrollbar ? 'stable' : ''
  document.getElementById('app')?.toggleAttribute('inert', isInert)
}
