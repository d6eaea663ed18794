import type { ReactNode } from 'react'
import { useSession } from '../data/session.ts'
import { Button } from '../design/button.tsx'
import { Menu, MenuChoices, MenuItem } from '../design/menu.tsx'
import { languages, pageLanguage } from '../texts/language.ts'
import { texts } from '../texts/texts.ts'
import { switchLanguage } from './switch-language.ts'

/** The languages of the pages, for the account menu. */
export function LanguageItems(): ReactNode {
  const { data: session } = useSession()
  return (
    <MenuChoices label={texts.frame.language} isTitled selectedId={pageLanguage}>
      {languages.map((each) => (
        <MenuItem key={each} id={each} language={each} onAction={() => void switchLanguage(each, session)}>
          {texts.frame.languages[each]}
        </MenuItem>
      ))}
    </MenuChoices>
  )
}

/** The languages of the pages behind one button, for pages without account menu. */
export const LanguageMenu = (): ReactNode => (
  <Menu
    label={texts.frame.language}
    trigger={
      <Button kind="quiet" label={`${texts.frame.languages[pageLanguage]} (${texts.frame.language})`}>
        {texts.frame.languages[pageLanguage]}
      </Button>
    }
  >
    <LanguageItems />
  </Menu>
)
