import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Paper is white: what is printed wears the light scheme, whichever the screen has, and the screen its own again afterwards. */
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
    // Not every browser tells of both; each may come first.
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
