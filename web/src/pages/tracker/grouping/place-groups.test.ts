import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeGroups, type RowGroup } from './place-groups.ts'

const group = (id: string, size: number, isOpen = true): RowGroup => ({
  id,
  option: { id, label: id },
  hasMark: false,
  size,
  isOpen,
})

describe('the rows of a table with groups', () => {
  it('are a heading and then the artifacts of each open group', () => {
    const places = placeGroups([group('a', 2), group('b', 3, false), group('c', 1)])
    expect(places.rowCount).toBe(6)
    expect(places.shownCount).toBe(3)
    expect(Array.from({ length: 6 }, (_, row) => places.groupAt(row)?.id)).toStrictEqual([
      'a',
      undefined,
      undefined,
      'b',
      'c',
      undefined,
    ])
    expect(Array.from({ length: 6 }, (_, row) => places.artifactAt(row))).toStrictEqual([
      undefined,
      0,
      1,
      undefined,
      undefined,
      5,
    ])
  })
  it('show no artifact of a closed group', () => {
    const places = placeGroups([group('a', 2), group('b', 3, false), group('c', 1)])
    expect([0, 1, 2, 4, 5].map(places.rowOf)).toStrictEqual([1, 2, undefined, undefined, 5])
    expect(places.listArtifacts(0, 5)).toStrictEqual([
      [0, 1],
      [5, 5],
    ])
  })

  const groups = fc.array(fc.record({ size: fc.integer({ min: 1, max: 9 }), isOpen: fc.boolean() }), { maxLength: 8 })
  it('lead from each artifact to its row and back', () => {
    fc.assert(
      fc.property(groups, (sizes) => {
        const places = placeGroups(sizes.map(({ size, isOpen }, n) => group(String(n), size, isOpen)))
        const shown = Array.from({ length: places.rowCount }, (_, row) => places.artifactAt(row)).filter(
          (each) => each !== undefined,
        )
        expect(shown).toHaveLength(places.shownCount)
        expect(shown).toStrictEqual(shown.toSorted((a, b) => a - b))
        for (const artifact of shown) expect(places.artifactAt(places.rowOf(artifact) ?? -1)).toBe(artifact)
        for (let row = 0; row < places.rowCount; row++)
          expect(places.groupAt(row) === undefined).toBe(places.artifactAt(row) !== undefined)
      }),
    )
  })
  it('name the artifacts between two rows in ranges', () => {
    fc.assert(
      fc.property(groups, fc.nat(40), fc.nat(40), (sizes, from, length) => {
        const places = placeGroups(sizes.map(({ size, isOpen }, n) => group(String(n), size, isOpen)))
        const listed = places
          .listArtifacts(from, from + length)
          .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n))
        const expected = Array.from({ length: length + 1 }, (_, n) => from + n)
          .filter((row) => row < places.rowCount)
          .flatMap((row) => places.artifactAt(row) ?? [])
        expect(listed).toStrictEqual(expected)
      }),
    )
  })
})
