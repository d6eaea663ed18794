import { beforeAll, describe, expect, it } from 'vitest'
import { productVersion } from '../../src/kit/system/product-version.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('/site_settings', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice'))
    const settings = async () => (await server.as('admin').get('site_settings')).body

    it('have the default values of the product', async () => {
      expect(await settings()).toEqual({
        site_name: 'Tulipwood',
        access_mode: 'anonymous',
        public_url: null,
        project_creation: true,
        project_approval: false,
        project_archives: 'everybody',
        artifacts_deletion_limit: 5,
        archive_deleted_items: false,
        archive_deleted_items_path: null,
        max_upload_bytes: 67_108_864,
        max_archive_bytes: 1_073_741_824,
        pending_upload_bytes_per_user: 2_147_483_648,
        project_storage_bytes: null,
        free_disk_reserve_bytes: 1_073_741_824,
        temporary_file_days: 3,
        timezone: null,
        password_min_length: 8,
        failed_sign_ins_per_minute: 10,
        second_factor: 'optional',
        tql_complexity_limit: 30,
        outgoing_private_addresses: false,
        svn_allow_empty_message: true,
        svn_max_file_mib: 50,
        svn_deleted_days: 3,
      })
    })

    it('are changed by name and take effect immediately', async () => {
      const input = { public_url: 'https://tracker.example/', artifacts_deletion_limit: '7' }
      const response = await server.as('admin').patch('site_settings', input)
      expect([response.status, response.text]).toEqual([200, ''])
      expect(await settings()).toMatchObject({ public_url: 'https://tracker.example', artifacts_deletion_limit: 7 })
      expect((await server.as('visitor').get('users/self')).body.avatar_url).toMatch(/^https:\/\/tracker\.example\//)
      await server.as('admin').patch('site_settings', { public_url: null })
      expect((await settings()).public_url).toBeNull()
    })

    it.each([
      ['alice', { project_creation: false }, 403, 'Forbidden'],
      ['visitor', { project_creation: false }, 401, 'Unauthorized'],
      ['admin', { project_creation: false, banana: 1 }, 400, 'Bad Request: Unknown setting `banana`.'],
      [
        'admin',
        { project_creation: false, access_mode: 'closed' },
        400,
        'Bad Request: Invalid value specified for `access_mode`. Expected one of (anonymous,regular,restricted).',
      ],
    ])('changed by %s with %j return %i and keep their values', async (login, input, status, message) => {
      const before = await settings()
      const response = await server.as(login).patch('site_settings', input)
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect(await settings()).toEqual(before)
    })

    it('are all named, each in a text of its own, when several are invalid', async () => {
      const { body } = await server.as('admin').patch('site_settings', { password_min_length: 0, banana: 1 })
      expect(body.error.i18n_error_messages).toEqual([
        'Invalid value specified for `password_min_length`. Minimum required value is 1.',
        'Unknown setting `banana`.',
      ])
    })

    it.each([
      ['alice', 403],
      ['visitor', 401],
    ])('cannot be read by %s: %i', async (login, status) => {
      expect((await server.as(login).get('site_settings')).status).toBe(status)
    })
  })

  describe('/site_permissions', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice'))
    const list = async () => (await server.as('admin').get('site_permissions')).body

    it('are granted once when repeated, listed and revoked', async () => {
      const input = { permission: 'membership_information', user_id: server.idOf('alice') }
      for (const _ of [1, 2]) expect((await server.as('admin').post('site_permissions', input)).status).toBe(201)
      expect(await list()).toEqual([{ ...input, user_group_id: null, name: 'alice' }])
      expect((await server.as('alice').get('users_memberships?query=with_ssh_key')).status).toBe(200)
      const query = `permission=membership_information&user_id=${server.idOf('alice')}`
      expect((await server.as('admin').delete(`site_permissions?${query}`)).status).toBe(200)
      expect(await list()).toEqual([])
      expect((await server.as('alice').get('users_memberships?query=with_ssh_key')).status).toBe(403)
    })

    it.each([
      ['alice', { permission: 'user_management', user_id: 102 }, 403],
      ['visitor', { permission: 'user_management', user_id: 102 }, 401],
      ['admin', { permission: 'user_management', user_id: 9999 }, 404],
      ['admin', { permission: 'user_management', user_group_id: 3 }, 404],
      ['admin', { permission: 'user_management' }, 400],
      ['admin', { permission: 'user_management', user_id: 102, user_group_id: 3 }, 400],
      ['admin', { permission: 'everything', user_id: 102 }, 400],
    ])('granted by %s with %j return %i and grant nothing', async (login, input, status) => {
      expect((await server.as(login).post('site_permissions', input)).status).toBe(status)
      expect(await list()).toEqual([])
    })
  })

  describe('/banner', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice'))
    const put = (login: string, input: object) =>
      server
        .as(login)
        .put('banner', { message: 'Closed on Sunday', importance: 'warning', expiration_date: null, ...input })

    it('is set, readable for every caller, and removed', async () => {
      const none = await server.as('visitor').get('banner')
      expect([none.status, none.body.error.message]).toEqual([404, 'Not Found: No banner set for the platform'])
      expect((await put('admin', { expiration_date: '2099-01-01T00:00:00+01:00' })).status).toBe(200)
      expect((await server.as('visitor').get('banner')).body).toEqual({
        message: 'Closed on Sunday',
        importance: 'warning',
        expiration_date: '2099-01-01T00:00:00+01:00',
      })
      expect((await server.as('admin').delete('banner')).status).toBe(200)
      expect((await server.as('visitor').get('banner')).status).toBe(404)
    })

    it.each([
      ['alice', {}, 403, 'Forbidden'],
      ['visitor', {}, 401, 'Unauthorized'],
      ['admin', { message: '' }, 400, 'Bad Request: Message cannot be empty'],
      [
        'admin',
        { expiration_date: 'soon' },
        400,
        'Bad Request: Please provide a valid ISO-8601 date for expiration_date',
      ],
      [
        'admin',
        { expiration_date: '2001-01-01T00:00:00+01:00' },
        400,
        'Bad Request: The expiration date needs to be in the future or not set',
      ],
    ])('set by %s with %j returns %i and is not stored', async (login, input, status, message) => {
      const response = await put(login, input)
      expect([response.status, response.body.error.message]).toEqual([status, message])
      expect((await server.as('visitor').get('banner')).status).toBe(404)
    })

    it('cannot be removed by other callers', async () => {
      await put('admin', {})
      expect((await server.as('alice').delete('banner')).status).toBe(403)
      expect((await server.as('visitor').delete('banner')).status).toBe(401)
      expect((await server.as('visitor').get('banner')).status).toBe(200)
    })
  })

  describe('GET /version', () => {
    const server = createServer(dialect)

    it('is public', async () => {
      const { status, body } = await server.as('visitor').get('version')
      expect([status, body]).toEqual([
        200,
        // The sources run here; only a build knows its commit.
        { flavor_name: 'Tulipwood', version_number: '17.4', product_version: productVersion, product_commit: null },
      ])
    })
  })
})
