/** Keywords for an artifact of any tracker in a text, in addition to the item name of its tracker: `art #12`. */
export const artifactKeywords: ReadonlySet<string> = new Set(['art', 'artifact'])
