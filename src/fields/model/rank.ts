/** Members of an artifact that determine its place in the order of its tracker. */
interface RankedArtifact {
  readonly rank: number
  readonly movedRank: number | null
}

/**
 * Returns the rank that clients see: the integer part of the key, so that it never contradicts the order
 * (docs/decisions/0082-order-cards-by-hand.md).
 */
export const getShownRank = ({ rank, movedRank }: RankedArtifact): number => Math.floor(movedRank ?? rank)
