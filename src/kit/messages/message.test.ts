import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinMessages, message, translateMessage } from './message.ts'

const french = {
  'The file {0} is larger than {1} bytes': 'Le fichier {0} dépasse {1} octets',
  'a {0} of {1}': 'un {0} de {1}',
  tracker: 'tracker',
  project: 'projet',
  'Nothing to do': 'Rien à faire',
}

describe('a message', () => {
  it('is its English text with its values', () => {
    expect(`${message`The file ${'plan.pdf'} is larger than ${7} bytes`}`).toBe(
      'The file plan.pdf is larger than 7 bytes',
    )
    expect(`${message`Nothing to do`}`).toBe('Nothing to do')
  })

  it('inserts any value as it is, whatever marks it contains', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (name, size) => {
        expect(`${message`The file ${name} is larger than ${size} bytes`}`).toBe(
          `The file ${name} is larger than ${size} bytes`,
        )
      }),
    )
  })

  it.each([2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300, Number.POSITIVE_INFINITY])(
    'has no number for %s, which is not exactly what was sent',
    (id) => {
      expect(`${message`Unknown field ${id}`}`).toBe('Unknown field …')
      expect(translateMessage(message`a ${id} of ${`${id}`}`, french)).toBe(`un … de ${id}`)
    },
  )

  it('is translated with its values, messages among them translated too', () => {
    expect(translateMessage(message`The file ${'{1}'} is larger than ${7} bytes`, french)).toBe(
      'Le fichier {1} dépasse 7 octets',
    )
    expect(translateMessage(message`a ${message`tracker`} of ${message`project`}`, french)).toBe('un tracker de projet')
    expect(translateMessage('Nothing to do', french)).toBe('Rien à faire')
  })

  it('has no translation where the catalogue has none', () => {
    expect(translateMessage(message`The file ${'a'} is empty`, french)).toBeUndefined()
    expect(translateMessage('toString', french)).toBeUndefined()
  })

  it('is translated sentence by sentence when it joins several', () => {
    const joined = joinMessages([message`Nothing to do`, message`a ${'{0}'} of ${message`project`}`])
    expect(`${joined}`).toBe('Nothing to do a {0} of project')
    expect(translateMessage(joined, french)).toBe('Rien à faire un {0} de projet')
  })
})
