import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useSession } from '../data/session.ts'
import { useShortcut } from '../design/shortcut.ts'
import { showToast } from '../design/toast.tsx'
import { whenIdle } from '../design/use-idle.ts'
import { texts } from '../texts/texts.ts'
import { useCurrentProject } from './current-project.tsx'
import { renewShortcutPreference } from './shortcut-preference.ts'

export type Overlay = 'commands' | 'help'

type OverlayComponent = ComponentType<{ readonly onClose: () => void }>

const loads: Readonly<Record<Overlay, () => Promise<OverlayComponent>>> = {
  commands: () => import('./command-menu/command-menu.tsx').then((file) => file.CommandMenu),
  help: () => import('./keyboard-help.tsx').then((file) => file.KeyboardHelp),
}
/** Not with `lazy`: what suspends is shown only after a third of a second, even if it is there. */
const loaded = new Map<Overlay, OverlayComponent>()

async function load(overlay: Overlay): Promise<void> {
  if (!loaded.has(overlay)) loaded.set(overlay, await loads[overlay]())
}

/** Loads the command menu, so that it opens at once. */
export const loadCommands = (): void => void load('commands').catch(() => undefined)

const idleAfterMs = 2500

interface OverlaysProps {
  readonly overlay: Overlay | null
  readonly onChange: (overlay: Overlay | null) => void
  readonly onRail: () => void
}

/** The command menu and the keyboard help, and the shortcuts of every page. */
export function Overlays({ overlay, onChange, onRail }: OverlaysProps): ReactNode {
  const user = useSession().data?.user?.id ?? null
  const project = useCurrentProject()
  const [, setLoaded] = useState<Overlay>()
  useEffect(() => {
    if (overlay !== null && !loaded.has(overlay))
      load(overlay).then(
        () => setLoaded(overlay),
        () => {
          onChange(null)
          showToast(texts.states.offline, 'negative')
        },
      )
  }, [overlay, onChange])
  useEffect(() => whenIdle(loadCommands, idleAfterMs), [])
  useEffect(() => (user === null ? undefined : whenIdle(() => void renewShortcutPreference(user), idleAfterMs)), [user])
  useShortcut('commandMenu', () => onChange('commands'))
  useShortcut('help', () => onChange('help'))
  useShortcut('search', () => {
    const field = document.querySelector<HTMLInputElement>('main search input, main search textarea')
    if (field === null) onChange('commands')
    else field.focus()
  })
  useShortcut('goHome', () => navigate('/'), user !== null)
  useShortcut('goProjects', () => navigate('/projects'))
  useShortcut('goTrackers', () => navigate(`/projects/${project?.shortname ?? project?.id}`), project !== null)
  useShortcut('toggleRail', onRail)
  const Part = overlay === null ? undefined : loaded.get(overlay)
  if (Part !== undefined) return <Part onClose={() => onChange(null)} />
  // Until an overlay is loaded, keys that are meant for it are not shortcuts of the page.
  return overlay === null ? null : <div data-blocks-shortcuts hidden />
}
