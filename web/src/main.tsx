import './design/tokens.css'
import './design/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyDensity, chosenDensity } from './design/density.ts'
import { applyTheme, chosenTheme } from './design/theme.ts'
import { prepare } from './frame/prepare.ts'
import { pathOf, routeAt } from './route-at.ts'

applyTheme(chosenTheme())
applyDensity(chosenDensity())
// A page that was opened before the server was renewed asks for files that are gone.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('renewed') ?? 0)
  if (Date.now() - last < 10_000) return
  event.preventDefault()
  sessionStorage.setItem('renewed', String(Date.now()))
  location.reload()
})

/** Shows the page of this address, and what it leads to. */
export async function show(): Promise<void> {
  const place = document.getElementById('app')
  if (place === null) throw new Error('The shell has no place for the pages')
  const here = routeAt(pathOf(location))
  // What is there in a moment is shown at once, without a frame around nothing before it.
  if (here !== undefined) await Promise.race([prepare(here, location.search), aMoment()])
  createRoot(place).render(<App />)
}

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150))
