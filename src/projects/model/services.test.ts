import { describe, expect, it } from 'vitest'
import { listServices } from './services.ts'

const enabled = (services: ReturnType<typeof listServices>) =>
  services.filter((each) => each.isEnabled).map((each) => each.shortName || each.label)

describe('the services of a new project', () => {
  it('are those of the site by default, with trackers and without Subversion', () => {
    expect(enabled(listServices([]))).toEqual(['summary', 'admin', 'plugin_tracker'])
    expect(listServices([]).map((each) => each.rank)).toEqual([10, 20, 30, 40])
  })

  it('are the selected ones, with summary and admin always enabled', () => {
    const choices = ['summary', 'admin', 'plugin_tracker'].map((shortName) => ({ shortName, isEnabled: false }))
    expect(enabled(listServices([...choices, { shortName: 'plugin_svn', isEnabled: true }]))).toEqual([
      'summary',
      'admin',
      'plugin_svn',
    ])
  })

  it('exclude services of other products', () => {
    expect(listServices([{ shortName: 'plugin_git', isEnabled: true }])).toEqual(listServices([]))
  })

  it('end with custom services, which cannot replace those of the site', () => {
    const custom = { label: 'Wiki', description: '', url: 'https://wiki.example', opensNewTab: true }
    const services = listServices([{ shortName: 'admin', isEnabled: true, custom }])
    expect(services).toHaveLength(5)
    expect(services[4]).toEqual({
      ...custom,
      shortName: '',
      icon: '',
      isEnabled: true,
      isAllowed: true,
      isCustom: true,
      rank: 50,
    })
  })
})
