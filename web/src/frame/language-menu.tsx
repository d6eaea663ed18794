import type { ReactNode } from 'react'
import { useSession } from '../data/session.ts'
import { Button } from '../design/button.tsx'
import { Menu, MenuItem, MenuSection } from '../design/menu.tsx'
import { languages, pageLanguage } from '../texts/language.ts'
import { texts } from '../texts/texts.ts'
import { switchLanguage } from './switch-language.ts'

/** The languages of the pages, for the account menu. */
export function LanguageItems(): ReactNode {
  const { data: session } = useSession()
  return (
    <MenuSection title={texts.frame.language}>
      {languages.map((each) => (
        <MenuItem
          key={each}
          language={each}
          onAction={() => void switchLanguage(each, session)}
          isChosen={each === pageLanguage}
        >
          {texts.frame.languages[each]}
        </MenuItem>
      ))}
    </MenuSection>
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
