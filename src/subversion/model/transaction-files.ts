/**
 * Parses path and size of a new or changed file in an FSFS transaction (`structure` in Subversion's sources, all
 * formats). Reads small files instead of running `svnlook filesize` per path. Undefined: a directory, or unknown
 * content.
 */
export function parseTransactionFile(node: string): { readonly path: string; readonly size: number } | undefined {
  if (!/^type: file$/m.test(node)) return undefined
  const path = /^cpath: \/(.+)$/m.exec(node)?.[1]
  const [, storedSize, full] = /^text: -?\d+ \d+ (\d+) (\d+) /m.exec(node) ?? []
  if (path === undefined || storedSize === undefined) return undefined
  // 0: stored uncompressed.
  return { path, size: Number(full) === 0 ? Number(storedSize) : Number(full) }
}
