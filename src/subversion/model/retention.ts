import type { Settings } from '../../site/model/settings.ts'

/** Returns how long a deleted repository can be restored (docs/api/subversion.md §1.8), in seconds. */
export const getRetentionSeconds = ({ svn_deleted_days: days }: Pick<Settings, 'svn_deleted_days'>): number =>
  days * 86_400
