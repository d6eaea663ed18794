import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { startSession } from '../../src/sign-in/authentication/session.ts'
import { createFieldDefinition, createProjectFixture, createTrackerDefinition } from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createStoredFile, downloadFile, type StoredFile } from '../kit/stored-files.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let file: StoredFile
  let tracker = 0
  let cookie = ''
  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const project = await createProjectFixture(server, 'files', {
      access: 'private',
      members: [alice],
      trackers: () => [createTrackerDefinition('bug', [createFieldDefinition('file', 'files')])],
    })
    tracker = project.trackers.get('bug') as number
    const [bug] = await project.createArtifacts({ tracker: 'bug', changes: [{ by: alice }] })
    const location = { artifact: bug as ArtifactId, field: project.fields.get('files') }
    file = await createStoredFile(server, { ...location, by: alice, bytes: 'what happened' })
    await project.addChangeset(bug as ArtifactId, { by: alice, values: { files: [file.id] } })
    const { world } = server
    const signIn = { userId: alice, method: 'password', isRemembered: false, address: '', userAgent: null } as const
    const session = await world.db.write((tx) => startSession(tx, { ...signIn, now: world.clock.now() }))
    cookie = session.cookie('http://localhost').split(';')[0] ?? ''
  })
  const fetchHeaders = (site: string, mode: string, dest: string) => ({
    cookie,
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  })

  describe('the download of a file with a session cookie', () => {
    it.each([
      ['an image of a page of the site', 'same-origin', 'no-cors', 'image'],
      ['a link of a page of the site', 'same-origin', 'navigate', 'document'],
      ['a link in an email', 'none', 'navigate', 'document'],
      ['a link of another site', 'cross-site', 'navigate', 'document'],
      ['a script of the site', 'same-origin', 'cors', 'empty'],
    ])('is allowed for %s', async (_case, site, mode, dest) => {
      const { status, bytes } = await downloadFile(server, 'visitor', file.url, {
        headers: fetchHeaders(site, mode, dest),
      })
      expect([status, bytes.toString()]).toStrictEqual([200, 'what happened'])
    })
    it.each([
      ['an image of another site', 'cross-site', 'no-cors', 'image'],
      ['a script of another origin of the same site', 'same-site', 'cors', 'empty'],
      ['a frame of another site', 'cross-site', 'navigate', 'iframe'],
    ])('returns 403 for %s', async (_case, site, mode, dest) => {
      const { status } = await downloadFile(server, 'visitor', file.url, { headers: fetchHeaders(site, mode, dest) })
      expect(status).toBe(403)
    })
  })

  it('an export of a tracker is saved by a link of a page of the site, and not by content of another site', async () => {
    const read = (site: string, mode: string, dest: string) =>
      server.as('visitor').get(`trackers/${tracker}/artifact_export`, { headers: fetchHeaders(site, mode, dest) })
    const saved = await read('same-origin', 'navigate', 'empty')
    expect([saved.status, String(saved.headers['content-type'])]).toStrictEqual([200, 'text/csv; charset=utf-8'])
    expect((await read('none', 'navigate', 'document')).status).toBe(200)
    expect((await read('cross-site', 'no-cors', 'image')).status).toBe(403)
  })

  it('the API accepts a session cookie only from scripts of the site', async () => {
    const headers = fetchHeaders('same-origin', 'navigate', 'document')
    expect((await server.as('visitor').get('projects', { headers })).status).toBe(403)
    expect(
      (await server.as('visitor').get('projects', { headers: fetchHeaders('same-origin', 'cors', 'empty') })).status,
    ).toBe(200)
  })
})
