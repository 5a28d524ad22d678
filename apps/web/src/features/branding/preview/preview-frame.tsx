import { type CSSVariablesResolver, type MantineColorScheme, MantineProvider, type MantineThemeOverride } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './preview.module.css'

/** A page of its own, so that the styles of the draft stay in it. */
const EMPTY_PAGE = '<!doctype html><html lang="en"><head><title>Preview</title></head><body></body></html>'

/** The style sheets of the portal. Those of screens that are opened later are copied when they arrive. */
function useStylesOfPortal(page: Document | undefined): void {
  useEffect(() => {
    if (!page) return
    const copied = new Set<Element>()
    const copy = () => {
      for (const sheet of document.head.querySelectorAll('style, link[rel="stylesheet"]')) {
        if (copied.has(sheet)) continue
        copied.add(sheet)
        page.head.append(sheet.cloneNode(true))
      }
    }
    copy()
    const observer = new MutationObserver(copy)
    observer.observe(document.head, { childList: true })
    return () => observer.disconnect()
  }, [page])
}

export interface Look {
  theme: MantineThemeOverride
  variables: CSSVariablesResolver
}

interface Props {
  /** What the frame shows, for screen readers. */
  title: string
  look: Look
  scheme: Exclude<MantineColorScheme, 'auto'>
  /** Size of the shown page in pixels. It is scaled to the room that there is. */
  width: number
  height: number
  children: ReactNode
}

/** Shows content as a page of its own in another theme, in true proportions. It is a picture: nothing in it can be used. */
export function PreviewFrame({ title, look, scheme, width, height, children }: Props) {
  const { ref, width: room } = useElementSize()
  const [page, setPage] = useState<Document>()
  useStylesOfPortal(page)
  const scale = Math.min(1, room / width)
  return (
    <div ref={ref} className={classes.stage} style={{ height: Math.round(height * scale) }}>
      <iframe
        title={title}
        inert
        tabIndex={-1}
        srcDoc={EMPTY_PAGE}
        onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument ?? undefined)}
        className={classes.page}
        style={{ width, height, transform: `scale(${scale})`, marginLeft: Math.max(0, (room - width * scale) / 2) }}
      />
      {page &&
        createPortal(
          <MantineProvider
            theme={look.theme}
            cssVariablesResolver={look.variables}
            forceColorScheme={scheme}
            getRootElement={() => page.documentElement}
          >
            {children}
          </MantineProvider>,
          page.body,
        )}
    </div>
  )
}
