/** The order matters: most browsers also name those they descend from. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

export interface BrowserName {
  readonly browser: string | undefined
  readonly system: string | undefined
}

/** Names of the browser and its operating system, guessed from the user agent. */
export function guessBrowserName(userAgent: string): BrowserName {
  const findName = (patterns: readonly (readonly [string, RegExp])[]): string | undefined =>
    patterns.find(([, sign]) => sign.test(userAgent))?.[0]
  return { browser: findName(browsers), system: findName(systems) }
}
