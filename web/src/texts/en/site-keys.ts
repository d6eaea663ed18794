import { formatCount } from './states.ts'

/** The page of all access keys of a site, which loads it with its code. */
export const siteKeys = {
  intro: 'Keys of all users that have not expired, oldest first. Programs use them to act on behalf of their owners.',
  owner: 'Owner',
  owners: { '': 'All owners', active: 'Owners who can sign in', inactive: 'Owners who cannot sign in' },
  use: 'Last used',
  uses: { '': 'At any time', '90': 'Not for 90 days', '365': 'Not for a year' },
  submit: 'Search',
  clear: 'Clear',
  total: (n: number): string => (n === 1 ? 'One key' : `${formatCount(n)} keys`),
  none: 'No access keys',
  noneFound: 'No key matches',
  actions: 'Actions',
  revoke: 'Revoke',
  revokeOf: (description: string, owner: string): string => `Revoke “${description}” of ${owner}`,
  revokeTitle: (description: string): string => `Revoke “${description}”?`,
  revokeText: (owner: string): string =>
    `Programs that use it are refused at once. ${owner} is notified by email. It cannot be undone.`,
  revoked: 'Key revoked',
}

export type SiteKeyTexts = typeof siteKeys
