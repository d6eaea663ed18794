export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const place = 'density'

/** The setting of this device. */
export const getChosenDensity = (): Density => (localStorage.getItem(place) === 'compact' ? 'compact' : 'comfortable')

export function applyDensity(density: Density): void {
  if (density === 'comfortable') delete document.documentElement.dataset['density']
  else document.documentElement.dataset['density'] = density
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(place, density)
  applyDensity(density)
}
