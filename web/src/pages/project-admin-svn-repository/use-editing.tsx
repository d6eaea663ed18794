import { type ReactNode, useState } from 'react'
import { type AdministeredRepository, updateCachedSettings } from '../../data/svn.ts'
import { type Edit, saveSettings } from '../../data/svn-settings.ts'
import { Conflict } from './conflict.tsx'

type Settings = AdministeredRepository['settings']
type Decision = 'mine' | 'theirs' | 'back'

interface SettingsEditing {
  /** The edited settings as last read or saved. Concurrent changes are only loaded on request. */
  readonly base: Settings
  /** Another number: others' settings were taken for the base, and are to be shown. */
  readonly round: number
  /** The settings as they were saved; undefined: nothing was, as was decided. */
  readonly save: (edit: Edit) => Promise<Settings | undefined>
  /** Adopts concurrent changes as the base, if nothing was typed. */
  readonly adopt: (settings: Settings) => void
  /** Dialog about concurrent changes; render it anywhere. */
  readonly question: ReactNode
}

interface EditingOptions {
  /** Called when the input was discarded for concurrent changes. */
  readonly onTheirs?: () => void
  /** Settings that were read when the draft was started. */
  readonly begunWith?: Settings
}

/**
 * Editing of one part of the settings of a repository, all of which are saved at once (docs/api/subversion.md §1.5).
 * `render` puts that part into words.
 */
export function useEditing(
  repository: AdministeredRepository,
  render: (settings: Settings) => ReactNode,
  { onTheirs, begunWith }: EditingOptions = {},
): SettingsEditing {
  const [base, setBase] = useState(begunWith ?? repository.settings)
  const [round, setRound] = useState(0)
  const [openConflict, setOpenConflict] = useState<{
    readonly now: Settings
    readonly answer: (to: Decision) => void
  } | null>(null)

  const adopt = (settings: Settings): void => {
    setBase(settings)
    setRound((n) => n + 1)
  }
  const decide = async (now: Settings): Promise<boolean> => {
    updateCachedSettings(repository, now)
    const decision = await new Promise<Decision>((answer) => setOpenConflict({ now, answer }))
    setOpenConflict(null)
    if (decision === 'theirs') {
      adopt(now)
      onTheirs?.()
    }
    return decision === 'mine'
  }
  const save = async (edit: Edit): Promise<Settings | undefined> => {
    const saved = await saveSettings(repository.id, base, edit, decide)
    if (saved === undefined) return undefined
    setBase(saved)
    updateCachedSettings(repository, saved)
    return saved
  }
  const question = openConflict && (
    <Conflict
      onMine={() => openConflict.answer('mine')}
      onTheirs={() => openConflict.answer('theirs')}
      onBack={() => openConflict.answer('back')}
    >
      {render(openConflict.now)}
    </Conflict>
  )
  return { base, round, save, adopt, question }
}
