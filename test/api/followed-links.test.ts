import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/ids.ts'
import { startSession } from '../../src/site/authentication/session.ts'
import { createProjectFixture, fieldDefinition, trackerDefinition } from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createStoredFile, downloadFile, type StoredFile } from '../kit/stored-files.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let file: StoredFile
  let cookie = ''
  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const project = await createProjectFixture(server, 'files', {
      access: 'private',
      members: [alice],
      trackers: () => [trackerDefinition('bug', [fieldDefinition('file', 'files')])],
    })
    const [bug] = await project.createArtifacts({ tracker: 'bug', changes: [{ by: alice }] })
    const place = { artifact: bug as ArtifactId, field: project.fields.get('files') }
    file = await createStoredFile(server, { ...place, by: alice, bytes: 'what happened' })
    await project.addChangeset(bug as ArtifactId, { by: alice, values: { files: [file.id] } })
    const { world } = server
    const entrance = { userId: alice, method: 'password', isRemembered: false, address: '', userAgent: null } as const
    const session = await world.db.write((tx) => startSession(tx, { ...entrance, now: world.clock.now() }))
    cookie = session.cookie('http://localhost').split(';')[0] ?? ''
  })
  const by = (site: string, mode: string, dest: string) => ({
    cookie,
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  })

  describe('a file, for the browser of somebody who is signed in', () => {
    it.each([
      ['a picture in our own pages', 'same-origin', 'no-cors', 'image'],
      ['a link in our own pages', 'same-origin', 'navigate', 'document'],
      ['a link in a mail', 'none', 'navigate', 'document'],
      ['a link of another site', 'cross-site', 'navigate', 'document'],
      ['a script of ours', 'same-origin', 'cors', 'empty'],
    ])('is given to %s', async (_what, site, mode, dest) => {
      const { status, bytes } = await downloadFile(server, 'visitor', file.url, { headers: by(site, mode, dest) })
      expect([status, bytes.toString()]).toStrictEqual([200, 'what happened'])
    })
    it.each([
      ['a picture of another site', 'cross-site', 'no-cors', 'image'],
      ['a script of a site beside ours', 'same-site', 'cors', 'empty'],
      ['a frame of another site', 'cross-site', 'navigate', 'iframe'],
    ])('is refused to %s', async (_what, site, mode, dest) => {
      const { status } = await downloadFile(server, 'visitor', file.url, { headers: by(site, mode, dest) })
      expect(status).toBe(403)
    })
  })

  it('the API is for our own scripts alone', async () => {
    const headers = by('same-origin', 'navigate', 'document')
    expect((await server.as('visitor').get('projects', { headers })).status).toBe(403)
    expect((await server.as('visitor').get('projects', { headers: by('same-origin', 'cors', 'empty') })).status).toBe(
      200,
    )
  })
})
