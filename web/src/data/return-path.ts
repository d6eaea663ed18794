/** Where somebody goes on after signing in: an address of these pages, whatever was asked for. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return') ?? '/'
  if (!wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, location.origin)
  return url === null || url.origin !== location.origin ? '/' : `${url.pathname}${url.search}${url.hash}`
}

/** The sign-in page, from where one is and back there. */
export function signInAddress(path: string, search: string): string {
  const here = search === '' ? path : `${path}?${search}`
  return here === '/' ? '/login' : `/login?return=${encodeURIComponent(here)}`
}

/** Addresses that the server answers itself, such as the consent page and files, are no pages of ours: the browser goes there. */
export const isServersOwn = (path: string): boolean => /^\/(oauth2|api|login\/directory|plugins)\//.test(path)
