import { formatPlural } from './states.ts'

/** The command menu, the search over all projects, and buttons of the top bar. */
export const commands = {
  title: 'Command menu',
  open: 'Search or jump to…',
  placeholder: 'Search or run a command',
  actions: 'Actions',
  goTo: 'Go to',
  recent: 'Recent',
  artifacts: 'Artifacts',
  people: 'Users',
  peopleOfProject: 'Open a page of a project to find its users here.',
  artifactHint: 'Enter the number of an artifact, or words of its title.',
  nothingFound: 'Nothing has this name.',
  searchFor: (words: string): string => `Search “${words}” in all projects`,
  trackerOf: (project: string): string => `Tracker of ${project}`,
  report: 'Report',
  reportWords: 'view filter',
  project: 'Project',
  settingsOf: (project: string): string => `Settings of ${project}`,
  settingsWords: 'settings administration',
  hints: {
    choose: 'choose',
    run: 'run',
    newTab: 'in a new tab',
    actions: 'actions',
    artifacts: 'artifacts',
    people: 'users',
  },
  create: 'Create',
  newArtifact: 'New artifact…',
  newProject: 'New project',
  foldRail: 'Fold navigation',
  unfoldRail: 'Unfold navigation',
}

/** The page of a search over all projects. */
export const search = {
  title: 'Search',
  label: 'Search in all projects',
  placeholder: 'Words, #12 or @login',
  submit: 'Search',
  intro:
    'Finds words in titles, texts and comments of all projects. #12 leads to an artifact, @login lists what is assigned to a user.',
  nothingFound: 'Nothing found',
  nothingFoundText: (words: string): string => `No artifact has all of these words: “${words}”.`,
  nothingWith: 'Use fewer words, or the beginning of a word.',
  resultCount: (n: number): string => formatPlural(n, 'artifact', 'artifacts'),
  results: 'Results',
  goTo: 'Artifact with this number',
  noSuchArtifact: (id: string): string => `There is no artifact ${id}, or your account cannot see it.`,
  comment: 'Comment',
  refused: 'This search is not possible',
}
