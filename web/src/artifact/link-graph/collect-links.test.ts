import { describe, expect, it } from 'vitest'
import { collectLinks, type LinkEnds } from './collect-links.ts'

const ends = (forward: readonly (number | [number, string])[], reverse: readonly number[] = []): LinkEnds => ({
  links: forward.map((each) => (typeof each === 'number' ? { id: each, type: null } : { id: each[0], type: each[1] })),
  reverse_links: reverse.map((id) => ({ id, type: null })),
})
const layersOf = ({ nodes }: ReturnType<typeof collectLinks>) =>
  Object.fromEntries(nodes.map(({ id, layer }) => [id, layer]))

describe('the links around an artifact', () => {
  it('lead to later layers, and from earlier ones, over two levels', () => {
    const graph = collectLinks(
      1,
      new Map([
        [1, ends([2], [3])],
        [2, ends([4], [1, 5])],
        [3, ends([1, 6])],
        // Too far away.
        [4, ends([7])],
      ]),
      60,
    )
    expect(layersOf(graph)).toEqual({ 1: 0, 2: 1, 3: -1, 4: 2, 5: 0, 6: 0 })
    expect(graph.links.map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [3, 1],
      [2, 4],
      [5, 2],
      [3, 6],
    ])
    expect(graph.hiddenCount).toBe(0)
  })

  it('appear once though both ends know them, but once for each type and direction', () => {
    const graph = collectLinks(
      1,
      new Map([
        [
          1,
          ends(
            [
              [2, 'fixes'],
              [2, '_is_child'],
            ],
            [2],
          ),
        ],
        [2, ends([1], [1])],
      ]),
      60,
    )
    expect(graph.links.map(({ from, to, type }) => [from, to, type])).toEqual([
      [1, 2, 'fixes'],
      [1, 2, '_is_child'],
      [2, 1, ''],
      [1, 2, ''],
    ])
  })

  it('are only those of near artifacts if there are too many, and the others are counted', () => {
    const graph = collectLinks(
      1,
      new Map([
        [1, ends([2, 3])],
        [2, ends([4, 5, 6, 3])],
        [3, ends([6, 7])],
      ]),
      4,
    )
    expect(graph.nodes).toEqual([
      { id: 1, layer: 0, hiddenCount: 0 },
      { id: 2, layer: 1, hiddenCount: 2 },
      { id: 3, layer: 1, hiddenCount: 2 },
      { id: 4, layer: 2, hiddenCount: 0 },
    ])
    // Artifact 6 is linked twice.
    expect(graph.hiddenCount).toBe(3)
    expect(graph.links.map(({ from, to }) => [from, to])).toContainEqual([2, 3])
  })

  it('are unknown for artifacts whose links the user cannot read', () => {
    expect(layersOf(collectLinks(1, new Map([[1, ends([2])]]), 60))).toEqual({ 1: 0, 2: 1 })
  })
})
