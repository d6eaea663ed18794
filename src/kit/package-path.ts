const here = import.meta.url

/** The folder of the checkout: this file is at src/kit/, or part of what tools/build-server.mjs puts into dist/. */
const root = new URL(here.endsWith('/src/kit/package-path.ts') ? '../../' : '../', here)

/** A file that goes with the product, by its path from the top of the checkout; bundled or not, it is at that place. */
export const packagePath = (path: string): URL => new URL(path, root)
