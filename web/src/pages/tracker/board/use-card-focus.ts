import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { findCardElement } from './find-card-element.ts'

/**
 * A card that another column shows from now on is another element: it gets the focus that it had. Returns a function that
 * gives the focus to a card that is about to move.
 */
export function useCardFocus(board: RefObject<HTMLElement | null>): (card: number) => void {
  /** The card that has the focus, or had it until its element was removed. */
  const focused = useRef<number | null>(null)
  const restore = useCallback((): void => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (focused.current !== null && isLost) findCardElement(board.current, focused.current)?.focus()
  }, [board])
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      const id = target instanceof Element ? target.closest('[data-card]')?.getAttribute('data-card') : null
      focused.current = id == null ? null : Number(id)
    }
    addEventListener('focusin', follow)
    return () => removeEventListener('focusin', follow)
  }, [])
  useLayoutEffect(restore)
  return useCallback(
    (card) => {
      const take = (): void => {
        focused.current = card
        restore()
      }
      take()
      // A menu gives the focus back, to the button of a card that is gone, in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(take))
    },
    [restore],
  )
}

/** The id of the card that has the focus. */
export function readFocusedCard(board: HTMLElement | null): number | null {
  const card = document.activeElement?.closest('[data-card]')
  return card != null && board?.contains(card) && !card.hasAttribute('data-fixed')
    ? Number(card.getAttribute('data-card'))
    : null
}

const listCards = (of: Element): HTMLElement[] => [...of.querySelectorAll<HTMLElement>('[data-card]')]

/** Moves the focus to the next or previous card, from the first one if none has it. */
export function focusNext(board: HTMLElement | null, step: 1 | -1): void {
  if (board === null) return
  const cards = listCards(board)
  const at = cards.indexOf(document.activeElement as HTMLElement)
  cards[at < 0 ? 0 : at + step]?.focus()
}

/** Moves the focus to the card next to one, in the nearest column on that side that has cards. */
export function focusSide(board: HTMLElement | null, from: HTMLElement, step: 1 | -1): void {
  const columns = [...((from.closest('[data-lane]') ?? board)?.querySelectorAll('[data-column]') ?? [])]
  const own = from.closest('[data-column]')
  if (own === null) return
  const row = listCards(own).indexOf(from)
  const at = columns.indexOf(own)
  const others = step === 1 ? columns.slice(at + 1) : columns.slice(0, at).reverse()
  const cards = others.map(listCards).find((each) => each.length > 0) ?? []
  cards[Math.min(row, cards.length - 1)]?.focus()
}
