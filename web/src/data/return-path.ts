/** Returns the page to open after sign-in, always a path of this site. */
export function returnPath(search: string): string {
  const returnUrl = new URLSearchParams(search).get('return') ?? '/'
  if (!returnUrl.startsWith('/')) return '/'
  const url = URL.parse(returnUrl, location.origin)
  return url === null || url.origin !== location.origin ? '/' : `${url.pathname}${url.search}${url.hash}`
}

/** The sign-in page, from where one is and back there. */
export function buildSignInUrl(path: string, search: string): string {
  const here = search === '' ? path : `${path}?${search}`
  return here === '/' ? '/login' : `/login?return=${encodeURIComponent(here)}`
}

/** Paths served by the server, such as the consent page and files, need a full navigation. */
export const isServerPath = (path: string): boolean => /^\/(oauth2|api|login\/oidc|plugins)\//.test(path)
