import type { OAuth2AppId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { OAuth2App } from '../../site/model/oauth2-app.ts'
import type { Project } from './project.ts'

/** What is said of an app that is registered. */
export type AppInput = Pick<OAuth2App, 'name' | 'redirectUri' | 'isPkceForced' | 'isConfidential'>

/** An app with what is shown beside it. */
export interface AppView {
  readonly app: OAuth2App
  /** undefined: of the whole site. */
  readonly project: Project | undefined
  /** How many people allow it something. */
  readonly users: number
}

/** What somebody allowed an app. */
export interface AllowedApp {
  readonly appId: OAuth2AppId
  readonly appName: string
  readonly scopes: readonly string[]
  readonly grantedOn: EpochSeconds
  readonly lastUsedOn: EpochSeconds | null
}
