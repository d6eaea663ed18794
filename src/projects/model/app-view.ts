import type { OAuth2AppId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { OAuth2App } from '../../oauth2/model/oauth2-app.ts'
import type { Project } from './project.ts'

/** The editable members of an app. */
export type AppInput = Pick<OAuth2App, 'name' | 'redirectUri' | 'isPkceForced' | 'isConfidential'>

/** An app with related data for display. */
export interface AppView {
  readonly app: OAuth2App
  /** undefined: of the whole site. */
  readonly project: Project | undefined
  /** How many users have authorized it. */
  readonly users: number
}

/** The authorization of an app by a user. */
export interface AllowedApp {
  readonly appId: OAuth2AppId
  readonly appName: string
  readonly scopes: readonly string[]
  readonly grantedOn: EpochSeconds
  readonly lastUsedOn: EpochSeconds | null
}
