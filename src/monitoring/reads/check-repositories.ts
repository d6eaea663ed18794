import { message } from '../../kit/messages/message.ts'
import type { World } from '../../world/model/world.ts'
import type { HealthItem } from '../model/health.ts'

/** Checks that Subversion repositories are served, where its programs are installed. */
export function checkRepositories({ repositories }: Pick<World, 'repositories'>): HealthItem {
  const name = 'repositories'
  const state = repositories.state()
  if (state === 'ready') return { name, state: 'ok', message: message`Subversion repositories are served.`, facts: [] }
  if (state === 'degraded')
    return {
      name,
      state: 'error',
      message: message`The server of the Subversion repositories is down. It is started again; check the log otherwise.`,
      facts: [],
    }
  return repositories.problem() === null
    ? { name, state: 'ok', message: message`Subversion is not installed, or is disabled.`, facts: [] }
    : {
        name,
        state: 'warning',
        message: message`Subversion is installed but cannot be used. "tulipwood doctor" reports why.`,
        facts: [],
      }
}
