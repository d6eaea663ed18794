import { formatPlural } from './states.ts'

/** Navigation rail, top bar and overlays. */
export const frame = {
  product: 'Tulipwood',
  skip: 'Skip to content',
  rail: 'Main',
  openRail: 'Open navigation',
  closeRail: 'Close navigation',
  home: 'My work',
  projects: 'Projects',
  trackers: 'Trackers',
  noTrackers: 'No tracker yet',
  thisProject: 'Overview',
  projectSettings: 'Project settings',
  ownReports: 'My reports',
  nOpen: (n: number): string => formatPlural(n, 'open', 'open'),
  nUnread: (n: number): string => formatPlural(n, 'unread', 'unread'),
  inboxWith: (unread: number): string => `Inbox, ${formatPlural(unread, 'unread', 'unread')}`,
  account: 'Account',
  signIn: 'Sign in',
  signOut: 'Sign out',
  help: 'Help',
  explorer: 'API explorer',
  theme: 'Appearance',
  themes: { system: 'Match system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  /** Each in its own language, for users who cannot read that of the page. */
  languages: { en: 'English', fr: 'Français' },
  profile: 'Profile',
  signedOutTitle: 'You were signed out',
  signedOut: 'Sign in again to continue where you left off.',
  pathOf: 'Breadcrumb',
}
