import { createContext, use } from 'react'

/**
 * Whether values have their hints as titles. False in long lists, which show them once the pointer or the focus is
 * there: the browser computes the style of each element whose title changes.
 */
export const HintsContext = createContext(true)

/** Returns a title, or undefined where values have none. */
export function useHint(title: string | undefined): string | undefined {
  return use(HintsContext) ? title : undefined
}
