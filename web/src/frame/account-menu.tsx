import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { buildSignInUrl } from '../data/return-path.ts'
import type { Session } from '../data/session.ts'
import { Button, LinkButton } from '../design/button.tsx'
import { Menu, MenuChoices, MenuItem, MenuSection } from '../design/menu.tsx'
import { chooseTheme, themes, useTheme } from '../design/theme.ts'
import { UserBadge } from '../design/user-badge.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { texts } from '../texts/texts.ts'
import { getUserName } from '../user-name.ts'
import { LanguageItems } from './language-menu.tsx'
import { accountNavigation } from './navigation.ts'

/** Who one is, with the pages of the account; a visitor signs in here. */
export function AccountMenu({ session }: { readonly session: Session | undefined }): ReactNode {
  const theme = useTheme()
  if (session === undefined) return null
  const { user } = session
  return (
    <>
      {user === null && <SignInLink />}
      <Menu
        label={texts.frame.account}
        trigger={
          user === null ? (
            <Button kind="quiet" icon="settings">
              {texts.frame.theme}
            </Button>
          ) : (
            <Button kind="quiet">
              <UserBadge user={user} isNameHidden isLarge />
              <VisuallyHidden>{getUserName(user)}</VisuallyHidden>
            </Button>
          )
        }
      >
        {user !== null && (
          <MenuSection title={texts.frame.account}>
            {accountNavigation.map(({ href, title, icon }) => (
              <MenuItem key={href} href={href} icon={icon}>
                {title}
              </MenuItem>
            ))}
          </MenuSection>
        )}
        <MenuChoices label={texts.frame.theme} isTitled selectedId={theme}>
          {themes.map((each) => (
            <MenuItem key={each} id={each} onAction={() => chooseTheme(each)}>
              {texts.frame.themes[each]}
            </MenuItem>
          ))}
        </MenuChoices>
        <LanguageItems />
        <MenuSection title={texts.frame.help}>
          {/* Not a page of ours. */}
          <MenuItem icon="info" onAction={() => location.assign('/api/explorer/')}>
            {texts.frame.explorer}
          </MenuItem>
        </MenuSection>
        {user !== null && (
          <MenuItem href="/logout" icon="external">
            {texts.frame.signOut}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

/** From where one is, and back. */
function SignInLink(): ReactNode {
  const [place] = useLocation()
  return (
    <LinkButton kind="primary" href={buildSignInUrl(place, useSearch())}>
      {texts.frame.signIn}
    </LinkButton>
  )
}
