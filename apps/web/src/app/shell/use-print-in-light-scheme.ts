import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Prints in the light colour scheme and restores the scheme of the screen afterwards. */
export function usePrintInLightScheme(): void {
  useEffect(() => {
    const page = document.documentElement
    const printing = window.matchMedia('print')
    let onScreen: string | null = null
    const begin = () => {
      onScreen ??= page.getAttribute(SCHEME)
      page.setAttribute(SCHEME, 'light')
    }
    const end = () => {
      if (onScreen !== null) page.setAttribute(SCHEME, onScreen)
      onScreen = null
    }
    const update = () => (printing.matches ? begin() : end())
    // Not every browser fires both kinds of events, and either may come first.
    printing.addEventListener('change', update)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      printing.removeEventListener('change', update)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
}
