/** Rows of tables are 32, 40 or 52 pixels high. */
export const densities = ['compact', 'comfortable', 'spacious'] as const
export type Density = (typeof densities)[number]

const place = 'density'
const usual: Density = 'comfortable'

/** The setting of this device. */
export function getChosenDensity(): Density {
  const chosen = localStorage.getItem(place)
  return densities.find((each) => each === chosen) ?? usual
}

export function applyDensity(density: Density): void {
  if (density === usual) delete document.documentElement.dataset['density']
  else document.documentElement.dataset['density'] = density
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(place, density)
  applyDensity(density)
}
