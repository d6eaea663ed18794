import type { Config } from '../kit/config.ts'
import type { Settings } from '../platform/model/settings.ts'

const hostZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Where a day begins, for dates without an offset. */
export const timezoneOf = (settings: Pick<Settings, 'timezone'>, config: Pick<Config, 'timezone'>): string =>
  settings.timezone ?? config.timezone ?? hostZone
