// What building steps share: whether something is out of date, and how a folder takes the place of another.
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Whether any of the sources, folders with all in them, is newer than what was made of them. */
export const isOutOfDate = (made, sources) => newest(sources) > changedAt(made)

function newest(places) {
  return Math.max(
    ...places.flatMap((place) => {
      const whole = path.join(root, place)
      if (!statSync(whole).isDirectory()) return [changedAt(place)]
      const inside = readdirSync(whole, { recursive: true }).map((name) => changedAt(path.join(place, String(name))))
      return [changedAt(place), ...inside]
    }),
  )
}

function changedAt(place) {
  try {
    return statSync(path.join(root, place)).mtimeMs
  } catch {
    return 0
  }
}

/**
 * Fills a folder aside, then puts it into its place in one move: who runs already finds the old one or the new one,
 * never half of it. What `fill` throws leaves the old one.
 */
export async function replaceFolder(folder, fill) {
  const place = path.join(root, folder)
  const aside = mkdtempSync(`${place}-`)
  try {
    await fill(aside)
    makeReadable(aside)
  } catch (problem) {
    rmSync(aside, { recursive: true, force: true })
    throw problem
  }
  const old = `${aside}-old`
  move(place, old)
  renameSync(aside, place)
  rmSync(old, { recursive: true, force: true })
}

/** Another account may run what this one built, whatever its umask; a temporary folder is closed to all others. */
function makeReadable(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

function move(from, to) {
  try {
    renameSync(from, to)
  } catch (problem) {
    if (problem.code !== 'ENOENT') throw problem
  }
}
