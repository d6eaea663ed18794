import { describe, expect, it } from 'vitest'
import {
  findConflict,
  getShortcutKeys,
  isChoosable,
  nameKey,
  parseChoices,
  shortcutIds,
  shortcuts,
  usualChoices,
} from './shortcut-table.ts'

const press = (key: string, modifiers: Partial<Parameters<typeof nameKey>[0]> = {}) =>
  nameKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, ...modifiers })

describe('the table of shortcuts', () => {
  it('has no two shortcuts whose keys hide one another, except the menu that selected text hides', () => {
    const conflicts = shortcutIds.map((id) => [id, findConflict(id, shortcuts[id].keys, usualChoices)])
    expect(conflicts.filter(([, other]) => other !== undefined)).toStrictEqual([
      ['commandMenu', 'link'],
      ['link', 'commandMenu'],
    ])
  })

  it('lets users change and switch off each shortcut of characters', () => {
    const changeable = shortcutIds.filter((id) => !shortcuts[id].isFixed)
    expect(changeable.filter((id) => !isChoosable(shortcuts[id].keys))).toStrictEqual([])
    const isOff = { isOff: true, keys: { status: 'i' } }
    expect(changeable.filter((id) => getShortcutKeys(id, isOff) !== undefined)).toStrictEqual([])
    expect(getShortcutKeys('commandMenu', isOff)).toBe('Mod+k')
    expect(getShortcutKeys('status', { isOff: false, keys: { status: 'i' } })).toBe('i')
  })
})

describe('the name of a key', () => {
  it.each([
    ['j', {}, 'j'],
    ['J', { shiftKey: true }, 'Shift+j'],
    // Caps lock.
    ['J', {}, 'j'],
    ['?', { shiftKey: true }, '?'],
    [' ', {}, 'Space'],
    ['Enter', { shiftKey: true }, 'Shift+Enter'],
    ['K', { ctrlKey: true }, 'Mod+k'],
    ['k', { metaKey: true }, 'Mod+k'],
    ['é', {}, 'é'],
  ])('of %s with %o is %s', (key, modifiers, name) => expect(press(key, modifiers)).toBe(name))
})

describe('a choice of keys', () => {
  it('is one or two characters', () => {
    expect(['i', 'g i', '?', 'é', 'Shift+x'].filter((keys) => !isChoosable(keys))).toStrictEqual([])
    expect(['', ' ', 'ab', 'Enter', 'X', 'a b c', 'Mod+x', 'a ', '\u0007'].filter(isChoosable)).toStrictEqual([])
  })

  it('conflicts with the same keys, and with the first of two keys', () => {
    expect(findConflict('status', 'a', usualChoices)).toBe('assign')
    expect(findConflict('status', 'g', usualChoices)).toBe('goHome')
    expect(findConflict('status', 'a i', usualChoices)).toBe('assign')
    expect(findConflict('status', 'i', usualChoices)).toBeUndefined()
    expect(findConflict('status', 'a', { isOff: true, keys: { assign: 'i' } })).toBeUndefined()
  })

  it('is read without what does not fit, whatever is stored', () => {
    for (const json of [null, false, '', 'no JSON', '[]', '1', 'null', '{"keys":3}'] as const) {
      expect(parseChoices(json)).toStrictEqual(usualChoices)
    }
    const keys = { status: 'i', assign: 4, watch: 'too long', commandMenu: 'i', gone: 'i' }
    expect(parseChoices(JSON.stringify({ isOff: true, keys }))).toStrictEqual({ isOff: true, keys: { status: 'i' } })
  })
})
