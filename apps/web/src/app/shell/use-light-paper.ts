import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Prints in the light colour scheme and restores the scheme of the screen afterwards. */
export function useLightPaper(): void {
  useEffect(() => {
    const page = document.documentElement
    const paper = window.matchMedia('print')
    let onScreen: string | null = null
    const begin = () => {
      onScreen ??= page.getAttribute(SCHEME)
      page.setAttribute(SCHEME, 'light')
    }
    const end = () => {
      if (onScreen !== null) page.setAttribute(SCHEME, onScreen)
      onScreen = null
    }
    const turn = () => (paper.matches ? begin() : end())
    // Not every browser fires both kinds of events, and either may come first.
    paper.addEventListener('change', turn)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      paper.removeEventListener('change', turn)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
}
