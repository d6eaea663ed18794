import type { Config } from '../../kit/system/config.ts'
import type { Settings } from '../../site/model/settings.ts'

const hostTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Time zone for dates without an offset. */
export const getImportTimezone = (settings: Pick<Settings, 'timezone'>, config: Pick<Config, 'timezone'>): string =>
  settings.timezone ?? config.timezone ?? hostTimezone
