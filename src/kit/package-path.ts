const here = import.meta.url

/**
 * The root of the checkout: this file is in src/kit/, or part of the bundle that tools/build-server.mjs writes to
 * dist/.
 */
const root = new URL(here.endsWith('/src/kit/package-path.ts') ? '../../' : '../', here)

/**
 * Returns the URL of a file of the product by its path from the root of the checkout; bundled or not, it is at that
 * place.
 */
export const resolvePackagePath = (path: string): URL => new URL(path, root)
