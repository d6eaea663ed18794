import { describe, expect, it } from 'vitest'
import { isServerPath } from './return-path.ts'

describe('the path after sign-in', () => {
  it.each([
    ['/oauth2/authorize?client_id=1', true],
    ['/plugins/tracker/attachments/3-three.txt', true],
    ['/api/explorer/', true],
    ['/artifacts/32', false],
    ['/projects', false],
  ])('%s is answered by the server itself: %s', (path, is) => expect(isServerPath(path)).toBe(is))
})
