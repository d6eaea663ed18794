import { expect, it } from 'vitest'
import { buildProjectUrl } from './project-url.ts'

it.each([
  ['boatyard', '/projects/boatyard'],
  ['news', '/projects/news'],
  // The page that creates a project, and the project with that id.
  ['new', '/projects/107'],
  ['2026', '/projects/107'],
])('the overview of the project %s is %s', (shortname, url) =>
  expect(buildProjectUrl({ id: 107, shortname })).toBe(url),
)
