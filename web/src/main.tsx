import './design/tokens.css'
import './design/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyDensity, chosenDensity } from './design/density.ts'
import { applyTheme, chosenTheme } from './design/theme.ts'

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

const place = document.getElementById('app')
if (place === null) throw new Error('The shell has no place for the pages')
createRoot(place).render(<App />)
