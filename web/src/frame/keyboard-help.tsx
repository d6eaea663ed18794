import { type ReactNode, useState } from 'react'
import { useSession } from '../data/session.ts'
import { Checkbox } from '../design/checkbox.tsx'
import { Dialog } from '../design/dialog.tsx'
import { KeyCaps } from '../design/keys.tsx'
import { Link } from '../design/link.tsx'
import { useShortcutChoices } from '../design/shortcut-choices.ts'
import { getShortcutKeys, shortcutIds, shortcuts } from '../design/shortcut-table.ts'
import { reportFailure } from '../design/show-error.ts'
import { texts } from '../texts/texts.ts'
import { matchText } from './command-menu/fuzzy-match.ts'
import styles from './keyboard-help.module.css'
import { saveShortcutPreference } from './shortcut-preference.ts'

const words = texts.keyboard
const scopes = ['everywhere', 'list', 'artifact', 'text'] as const

/** All shortcuts, by where they work. */
export function KeyboardHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const user = useSession().data?.user ?? null
  const choices = useShortcutChoices()
  const [query, setQuery] = useState('')
  const matches = shortcutIds.filter((id) => matchText(query, words.shortcuts[id]) !== undefined)
  return (
    <Dialog title={words.title} isOpen isWide onOpenChange={(isOpen) => !isOpen && onClose()}>
      <input
        type="search"
        // The dialog is for looking something up.
        autoFocus
        className={styles.find}
        aria-label={words.find}
        placeholder={words.find}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {matches.length === 0 && <p>{words.nothingFound}</p>}
      <div className={styles.scopes}>
        {scopes
          .map((scope) => ({ scope, ids: matches.filter((id) => shortcuts[id].scope === scope) }))
          .filter(({ ids }) => ids.length > 0)
          .map(({ scope, ids }) => (
            <section key={scope} aria-label={words.scopes[scope]}>
              <h3>{words.scopes[scope]}</h3>
              <dl>
                {ids.map((id) => (
                  <div key={id} className={getShortcutKeys(id, choices) === undefined ? styles.off : undefined}>
                    <dt>{words.shortcuts[id]}</dt>
                    <dd>
                      <KeyCaps keys={getShortcutKeys(id, { ...choices, isOff: false }) ?? ''} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <footer className={styles.foot}>
        <Checkbox
          name="shortcuts"
          label={words.on}
          defaultChecked={!choices.isOff}
          onChange={(isOn) =>
            void reportFailure(saveShortcutPreference(user?.id ?? null, { ...choices, isOff: !isOn }))
          }
        />
        {user !== null && <Link href="/account/appearance#keyboard">{words.change}</Link>}
      </footer>
    </Dialog>
  )
}
