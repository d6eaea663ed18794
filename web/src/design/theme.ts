import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const place = 'theme'

/** The setting of this device. */
export function getChosenTheme(): Theme {
  const value = localStorage.getItem(place)
  return themes.find((theme) => theme === value) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(place, theme)
  applyTheme(theme)
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current setting, also after changes in other tabs. */
export const useTheme = (): Theme => useSyncExternalStore(listen, getChosenTheme)
