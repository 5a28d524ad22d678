/** A readable device name from a user agent. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** The order matters: iPads also match Mac, and Android phones also match Linux. */
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const first = (list: [RegExp, string][], text: string) => list.find(([sign]) => sign.test(text))?.[1]

/** `Firefox on Windows`; unknown parts are left out. */
export function deviceName(userAgent: string | null): string {
  const [browser, system] = [first(browsers, userAgent ?? ''), first(systems, userAgent ?? '')]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

export const isHandheld = (userAgent: string | null) => /\biPhone\b|\biPad\b|\bAndroid\b/.test(userAgent ?? '')
