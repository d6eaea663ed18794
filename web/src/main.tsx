import './design/tokens.css'
import './design/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reloadPage } from './data/connection.ts'
import { applyDensity, getChosenDensity } from './design/density.ts'
import { applyTheme, getChosenTheme } from './design/theme.ts'
import { prefetchPage } from './frame/prefetch-page.ts'
import { decodePath, matchRoute } from './match-route.ts'

applyTheme(getChosenTheme())
applyDensity(getChosenDensity())
// After an update of the server, an open page may request files that no longer exist.
addEventListener('vite:preloadError', () => void renewPage())

async function renewPage(): Promise<void> {
  const last = Number(sessionStorage.getItem('renewed') ?? 0)
  if (Date.now() - last > 10_000) await reloadPage(() => sessionStorage.setItem('renewed', String(Date.now())))
}

/** Renders the page of the current URL. */
export async function showApp(): Promise<void> {
  const place = document.getElementById('app')
  if (place === null) throw new Error('The shell has no place for the pages')
  const here = matchRoute(decodePath(location))
  // Content that loads quickly is shown directly, without an empty frame before it.
  if (here !== undefined) await Promise.race([prefetchPage(here, location.search), aMoment()])
  createRoot(place).render(<App />)
}

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150))
