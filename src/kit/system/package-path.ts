const here = import.meta.url

export const isBundled = !here.endsWith('/src/kit/system/package-path.ts')

/**
 * The root of the checkout: this file is in src/kit/system/, or part of the bundle that tools/build-server.mjs writes to
 * dist/.
 */
const root = new URL(isBundled ? '../' : '../../../', here)

/**
 * Returns the URL of a file of the product by its path from the root of the checkout; bundled or not, it is at that
 * place.
 */
export const resolvePackagePath = (path: string): URL => new URL(path, root)

/**
 * Returns the URL of a module that runs in a thread or process of its own, by the path of its source: that source, or
 * its own bundle. An installed package has no sources.
 */
export const resolveProgram = (path: string): URL =>
  isBundled ? new URL(path.replace(/^.*\/(.*)\.ts$/, './$1.mjs'), here) : resolvePackagePath(path)
