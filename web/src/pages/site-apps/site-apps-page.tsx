import type { ReactNode } from 'react'
import { RegisteredApps } from '../../frame/registered-apps.tsx'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'

/** OAuth2 applications of the whole platform. */
export const SiteAppsPage = (): ReactNode => (
  <SiteFrame title={texts.apps.title} intro={texts.apps.introSite}>
    <RegisteredApps path="/oauth2_apps" href="/site/apps" />
  </SiteFrame>
)
