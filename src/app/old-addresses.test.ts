import { expect, it } from 'vitest'
import { newAddressOf } from './old-addresses.ts'

it.each([
  ['/plugins/tracker/?aid=12', '/artifacts/12'],
  ['/plugins/tracker?aid=12&tracker=3', '/artifacts/12'],
  ['/plugins/tracker/?tracker=3&func=admin-semantic', '/trackers/3'],
  ['/plugins/tracker/?group_id=101', '/projects/101'],
  ['/plugins/tracker/', '/projects'],
  ['/goto?key=bug&val=12&group_id=101', '/artifacts/12'],
  ['/my/', '/'],
  ['/account/keys-tokens', '/account/keys'],
  ['/plugins/oauth2_server/account/apps', '/account/apps'],
  ['/plugins/oauth2_server/admin', '/site/apps'],
  ['/plugins/oauth2_server/project/106/admin', '/projects/106/admin/apps'],
])('%s leads to %s', (old, now) => expect(newAddressOf(old)).toBe(now))

it.each([
  '/goto?key=bug&val=//evil.example',
  '/goto',
  '/plugins/other/?aid=12',
  '/plugins/oauth2_server/project/x/admin',
  '/',
  '//evil.example/my/x',
])('%s leads nowhere', (url) => expect(newAddressOf(url)).toBeUndefined())
